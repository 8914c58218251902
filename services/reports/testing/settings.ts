import { readConfig } from '@tma/kit';
import { testConfig } from '@tma/kit/testing';
import { type ReportsConfig, reportsSettings } from '../config.ts';

const secret = (byte: number) => Buffer.alloc(32, byte).toString('base64url');
const nowhere = 'http://127.0.0.1:9';

/** What the service does not start without. */
const needed = {
  PORT: '0',
  PUBLIC_URL: nowhere,
  AUTH_URL: nowhere,
  FILES_URL: nowhere,
  JWKS_URL: nowhere,
  KAFKA_BROKERS: '127.0.0.1:9',
  CLOSURE_LINK_SECRET: secret(7),
  LOG_FILES_SECRET: secret(10),
  OPEN311_SECRET: secret(8),
};

/** The settings of an operator who has set nothing, on a database and backing services of their own. @param env what differs */
export const settingsFor = (
  url: string,
  backing: { redisUrl: string; kafkaBrokers: string[] },
  env: Readonly<Record<string, string>> = {},
): ReportsConfig => ({
  ...readConfig(reportsSettings, { ...needed, ...env, DATABASE_URL: url, REDIS_URL: backing.redisUrl }),
  ...testConfig(url, backing),
});
