import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type SilentProxy, startSilentProxy } from '@tma/kit/testing';
import { isUnavailable } from '@tma/kit/unavailable';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweep } from '../sweep.ts';
import { type FilesService, startFiles } from '../testing/index.ts';
import { startS3 } from '../testing/s3.ts';
import { pdf } from '../testing/samples.ts';
import { connectS3, s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

const patiently = { timeout: 30_000 };

const s3 = await startS3();
afterAll(() => s3?.stop());

describe.skipIf(!s3)('on an S3 server that is slow or silent', () => {
  let proxy: SilentProxy;
  let bucket: { name: string; remove(): Promise<void> };
  let files: FilesService;
  let newStorage: () => Storage;
  let storage: Storage;
  beforeAll(async () => {
    if (!s3) return;
    const { settings } = s3;
    const { hostname, port } = new URL(settings.endpoint);
    proxy = await startSilentProxy(() => ({ host: hostname, port: Number(port) }));
    const endpoint = `http://127.0.0.1:${proxy.port}`;
    bucket = await s3.bucket();
    newStorage = () => s3Storage(connectS3({ ...settings, endpoint }), bucket.name, tmpdir());
    storage = newStorage();
    // The first file in a bucket takes the server seconds.
    await s3Storage(connectS3(settings), bucket.name, tmpdir()).put('first', Readable.from(['x']));
    await s3Storage(connectS3(settings), bucket.name, tmpdir()).delete('first');
    files = await startFiles({
      S3_ENDPOINT: endpoint,
      S3_REGION: settings.region,
      S3_BUCKET: bucket.name,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    });
  });
  beforeEach(() => {
    proxy.delay(0);
    proxy.deliver();
  });
  afterAll(async () => {
    await files?.stop();
    proxy?.stop();
    await bucket?.remove();
  });
  const noted = async () => (await files.parts.pool.query('select from removals')).rowCount;
  const papers = async (count: number) => {
    const sara = await files.resident();
    const send = () => files.upload(sara, 'document', new Uint8Array(pdf()), uuid());
    await Promise.all(Array.from({ length: count }, send));
    return sara;
  };

  test('an erasure of many papers is handled at once, and all of them are removed', { timeout: 60_000 }, async () => {
    const sara = await papers(40);
    expect(await files.stored()).toHaveLength(40);
    // All of them one after another: longer than a transaction may be idle.
    proxy.delay(500);
    const begun = performance.now();
    await files.handle('AccountDeleted', { id: sara.id });
    expect(performance.now() - begun).toBeLessThan(5000);
    proxy.delay(0);
    await expect.poll(files.stored, patiently).toEqual([]);
    await expect.poll(noted, patiently).toBe(0);
  });

  test('a sweep of many uploads has no transaction open meanwhile', { timeout: 60_000 }, async () => {
    await papers(40);
    const reportId = uuid();
    const { id } = await (
      await files.upload(await files.resident(), 'document', new Uint8Array(pdf()), reportId)
    ).json();
    await files.handle('ReportCreated', { id: reportId, tehsil: 'Sahiwal', imageId: uuid(), documentId: id });
    // Looking through every folder would take two minutes at this speed.
    await files.parts.pool.query("update sweep_folders set due_at = now() + interval '7 days'");
    proxy.delay(500);
    expect(await sweep(files.parts, new Date(Date.now() + 25 * 3_600_000))).toBe(40);
    proxy.delay(0);
    expect(await files.stored()).toEqual([id]);
    await files.parts.storage.delete(`originals/${id.slice(-2)}/${id}`);
  });

  test('what a crash left, or a server that was away, is removed later', { timeout: 60_000 }, async () => {
    const sara = await papers(3);
    proxy.swallow();
    await files.handle('AccountDeleted', { id: sara.id });
    await expect(files.parts.removal.removeNoted()).rejects.toThrow('The S3 server does not answer');
    expect(await noted()).toBe(3);
    proxy.deliver();
    await files.parts.removal.removeNoted();
    expect([await noted(), await files.stored()]).toEqual([0, []]);
  });

  const content = randomBytes(3_000_000);
  const calls: [what: string, call: (at: Storage) => Promise<unknown>][] = [
    ['put', (at) => at.put('silent/put', Readable.from([content]))],
    ['get', async (at) => buffer(await at.get('silent/one'))],
    ['stat', (at) => at.stat('silent/one')],
    ['delete', (at) => at.delete('silent/none')],
    [
      'list',
      async (at) => {
        for await (const key of at.list('silent')) expect(key).toContain('silent');
      },
    ],
  ];
  test.each(calls)('%s ends while packets vanish, and works once they do not', { timeout: 90_000 }, async (_, call) => {
    await storage.put('silent/one', Readable.from([content]));
    // On a connection that is there already, and on a new one.
    for (const place of [storage, newStorage()]) {
      proxy.swallow();
      const begun = performance.now();
      const error = await call(place).then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(performance.now() - begun).toBeLessThan(30_000);
      expect(isUnavailable(error)).toBe(true);
      proxy.deliver();
      const returned = performance.now();
      await call(place);
      expect(performance.now() - returned).toBeLessThan(10_000);
    }
    await storage.delete('silent/one');
    await storage.delete('silent/put');
  });

  test('a file that stops coming in the middle ends', { timeout: 60_000 }, async () => {
    await storage.put('silent/one', Readable.from([content]));
    const reading = await storage.get('silent/one');
    proxy.swallow();
    const begun = performance.now();
    await expect(buffer(reading)).rejects.toThrow();
    expect(performance.now() - begun).toBeLessThan(15_000);
    proxy.deliver();
    await storage.delete('silent/one');
  });
});
