import { describe, expect, test } from 'vitest';
import { loadConfig, s3SettingsOf } from './config.ts';

describe('the configuration of S3', () => {
  const bare = {
    PORT: '4003',
    PUBLIC_URL: 'http://portal.test',
    DATABASE_URL: 'postgres://portal.test/files',
    KAFKA_BROKERS: 'portal.test:9092',
    REDIS_URL: 'redis://portal.test',
    JWKS_URL: 'http://portal.test/keys',
    LOG_FILES_SECRET: Buffer.alloc(32, 10).toString('base64url'),
    OPEN311_SECRET: Buffer.alloc(32, 8).toString('base64url'),
    STORAGE_DIR: '/files',
  };
  const s3 = {
    S3_ENDPOINT: 'http://s3.test',
    S3_BUCKET: 'reports',
    S3_ACCESS_KEY_ID: 'files',
    S3_SECRET_ACCESS_KEY: 'a secret',
  };

  test('none of it is the disk, all of it is S3', () => {
    expect(s3SettingsOf(loadConfig(bare))).toBeNull();
    expect(s3SettingsOf(loadConfig({ ...bare, ...s3 }))).toEqual({
      endpoint: 'http://s3.test',
      region: 'us-east-1',
      bucket: 'reports',
      accessKeyId: 'files',
      secretAccessKey: 'a secret',
    });
  });

  test.each(Object.keys(s3))('without %s it is refused by that name', (name) => {
    expect(() => loadConfig({ ...bare, ...s3, [name]: '' })).toThrow(new RegExp(`^  ${name}: is not set$`, 'm'));
  });

  test('a region alone is half a set, an address of another kind is none', () => {
    expect(() => loadConfig({ ...bare, S3_REGION: 'eu-west-1' })).toThrow('S3_ENDPOINT: is not set');
    expect(() => loadConfig({ ...bare, ...s3, S3_ENDPOINT: 's3.test' })).toThrow('S3_ENDPOINT: must be http');
  });
});
