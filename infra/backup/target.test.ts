import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { services } from '@tma/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import { databaseVariable } from '../deploy/tools.config.ts';
import { commandLine } from '../processes/command-line.ts';
import { runFile } from '../run/run-file.ts';
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

it.each([
  ['a bucket', true, null],
  ['its folder', false, 'files'],
])('files of a running portal are in %s, whatever the command is told', async (_where, inBucket, storage) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-target-'));
  // Another process that runs holds the folder.
  const pid = process.ppid;
  await writeFile(join(dataDir, 'lock'), JSON.stringify({ pid, line: await commandLine(pid) }));
  await writeFile(runFile(dataDir), JSON.stringify({ pid, inBucket, databases: {}, brokers: [] }));
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('S3_BUCKET', inBucket ? '' : 'reports');
  const found = await withTarget(async (target) => target.storage, { mayRun: true });
  expect(found).toBe(storage && join(dataDir, storage));
  await rm(dataDir, { recursive: true });
});
