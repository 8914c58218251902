import { authSettings } from '../services/auth/config.ts';
import { filesSettings } from '../services/files/config.ts';
import { open311Settings } from '../services/open311/config.ts';
import { reportsSettings } from '../services/reports/config.ts';

const settings = [authSettings, filesSettings, open311Settings, reportsSettings].flatMap(({ shape }) =>
  Object.keys(shape),
);

/** Settings of a portal whose rate limits are not what is tested or measured: all load comes from one IP and few people. */
export const noLimits: Readonly<Record<string, string>> = Object.fromEntries(
  settings.filter((name) => name.startsWith('RATE_LIMIT_')).map((name) => [name, '1000000']),
);
