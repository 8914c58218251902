import { services } from '@tma/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import { databaseVariable } from '../deploy/tools.config.ts';
import { storageOf, withTarget } from './target.ts';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['', '/data/files'],
  ['reports', null],
])('where the tools are told of the bucket "%s", files are in %s', async (bucket, storage) => {
  for (const name of services) vi.stubEnv(databaseVariable(name), `postgres://localhost/${name}`);
  vi.stubEnv('KAFKA_BROKERS', 'localhost:9092');
  vi.stubEnv('STORAGE_DIR', '/data/files');
  vi.stubEnv('S3_BUCKET', bucket);
  expect(await withTarget(async (target) => target.storage, { mayRun: true })).toBe(storage);
});

it.each([
  ['S3_BUCKET', 'reports'],
  ['S3_BUCKET_FILE', '/run/secrets/bucket'],
])('where npm start is told of a bucket by %s, no folder is taken to hold the files', (name, value) => {
  expect(storageOf('/data')).toBe('/data/files');
  vi.stubEnv(name, value);
  expect(storageOf('/data')).toBeNull();
});
