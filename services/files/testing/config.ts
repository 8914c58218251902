import { type FilesConfig, loadConfig } from '../config.ts';

/** The settings of an S3 server that runs already and that S3_* name; the tests create buckets there. */
export function givenS3(): FilesConfig | null {
  const s3 = Object.fromEntries(Object.entries(process.env).filter(([name, value]) => name.startsWith('S3_') && value));
  return Object.keys(s3).length > 0 ? loadConfig({ ...process.env, ...placeholders, ...s3 }) : null;
}

/** The other settings of the service; nothing connects to these addresses. */
const placeholders = {
  PORT: '0',
  PUBLIC_URL: 'http://portal.test',
  DATABASE_URL: 'postgres://portal.test/none',
  KAFKA_BROKERS: 'portal.test:1',
  REDIS_URL: 'redis://portal.test',
  JWKS_URL: 'http://portal.test/keys',
  LOG_FILES_SECRET: Buffer.alloc(32, 10).toString('base64url'),
  OPEN311_SECRET: Buffer.alloc(32, 8).toString('base64url'),
  STORAGE_DIR: '/none',
};
