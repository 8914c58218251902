import { type FilesConfig, readFilesConfig } from './config.ts';

/** What the S3 tests begin with. */
export const s3TestConfig = {
  /** An S3 server that runs already, named by the variables that the service itself reads; the tests make buckets there. */
  given: (): Partial<FilesConfig> | null => {
    const s3 = Object.fromEntries(
      Object.entries(process.env).filter(([name, value]) => name.startsWith('S3_') && value),
    );
    return Object.keys(s3).length > 0 ? readFilesConfig({ ...process.env, ...placeholders, ...s3 }) : null;
  },
};

/** What a files service needs beside; nothing here is reached. */
const placeholders = {
  PORT: '0',
  PUBLIC_URL: 'http://portal.test',
  DATABASE_URL: 'postgres://portal.test/none',
  KAFKA_BROKERS: 'portal.test:1',
  REDIS_URL: 'redis://portal.test',
  JWKS_URL: 'http://portal.test/keys',
  STORAGE_DIR: '/none',
};
