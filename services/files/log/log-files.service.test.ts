/** What is kept of the signed log is never less than what was, whoever writes at the same time. */
import type { Readable } from 'node:stream';
import { textOfCheckpoint } from '@tma/contracts';
import { afterAll, expect, test } from 'vitest';
import { startFiles } from '../testing/index.ts';
import { LogFiles } from './log-files.ts';

const files = await startFiles();
afterAll(() => files.stop());

const noteOfSize = (size: number) =>
  Buffer.from(
    `${textOfCheckpoint({ origin: 'portal.test/log', size, root: new Uint8Array(32) })}\n\u2014 portal.test/log ${Buffer.alloc(68).toString('base64')}\n`,
  );

test('a checkpoint that comes slowly does not replace a larger one that came meanwhile', async () => {
  const { storage, pool } = files.parts;
  let goOn = () => {};
  const released = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow = { ...storage, put: (key: string, content: Readable) => released.then(() => storage.put(key, content)) };
  const at = { log: 1, part: 'checkpoint' } as const;
  const small = new LogFiles(slow, pool).keep(at, noteOfSize(5));
  const turns = async () =>
    (
      await pool.query(
        `select granted from pg_locks where locktype = 'advisory'
           and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rows;
  await expect.poll(async () => (await turns()).length).toBe(1);
  const other = new LogFiles(storage, pool);
  const large = other.keep(at, noteOfSize(9));
  await expect.poll(async () => (await turns()).filter(({ granted }) => !granted).length).toBe(1);
  goOn();
  await Promise.all([small, large]);
  expect(String(Buffer.from((await other.read(at)) ?? []))).toContain('portal.test/log\n9\n');
  await expect(other.keep(at, noteOfSize(5))).rejects.toMatchObject({ status: 409 });
});

test('a tile that grows while it is read is not sent shorter than it was asked for', async () => {
  const { storage, pool } = files.parts;
  const log = new LogFiles(storage, pool);
  const tile = (width: number) => ({ log: 2, part: { level: 0, n: 0, width } });
  const grow = async (size: number) => {
    await log.keep(tile(size), Buffer.alloc(size * 32, 7));
    await log.keep({ log: 2, part: 'checkpoint' }, noteOfSize(size));
  };
  await grow(1);
  // The second leaf comes between the two things that are looked at.
  let growing: Promise<void> | undefined;
  const get: typeof storage.get = async (key, range) => {
    const content = await storage.get(key, range);
    growing ??= grow(2);
    await growing;
    return content;
  };
  const reader = new LogFiles({ ...storage, get }, pool);
  expect(await reader.read(tile(2))).toBeNull();
  expect(await reader.read(tile(2))).toHaveLength(64);
});
