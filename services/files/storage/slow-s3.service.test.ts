import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { startSilentProxy } from '@tma/kit/testing';
import { isUnavailable } from '@tma/kit/unavailable';
import { v7 as uuid } from 'uuid';
import { afterAll, describe, expect, type TestContext, test } from 'vitest';
import { startFiles } from '../testing/index.ts';
import { startS3 } from '../testing/s3.ts';
import { pdf } from '../testing/samples.ts';
import { sweep } from '../uploads/sweep.ts';
import { s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

const patiently = { timeout: 30_000 };

const s3 = await startS3();
afterAll(() => s3?.stop());

/** A bucket and a proxy in front of it, of one test alone. */
async function newBucket({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  if (!s3) throw new Error('without a server these tests are skipped');
  const { hostname, port } = new URL(s3.settings.endpoint);
  const proxy = await startSilentProxy(() => ({ host: hostname, port: Number(port) }));
  onTestFinished(() => proxy.stop());
  const { name, remove } = await s3.bucket();
  onTestFinished(remove);
  // The first file in a bucket takes the server seconds.
  const direct = s3Storage({ ...s3.settings, bucket: name }, tmpdir());
  await direct.put('first', Readable.from(['x']));
  await direct.delete('first');
  const settings = { ...s3.settings, bucket: name, endpoint: `http://127.0.0.1:${proxy.port}` };
  return { proxy, settings, direct, storage: s3Storage(settings, tmpdir()) };
}

/** The service over such a bucket. */
async function newFiles(context: Pick<TestContext, 'onTestFinished'>) {
  const { proxy, settings } = await newBucket(context);
  const files = await startFiles({
    S3_ENDPOINT: settings.endpoint,
    S3_REGION: settings.region,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  });
  context.onTestFinished(files.stop);
  return {
    proxy,
    files,
    noted: async () => (await files.parts.pool.query('select from removals')).rowCount,
    /** Uploads so many documents. @returns whose they are */
    async papers(count: number) {
      const sara = await files.resident();
      const send = () => files.upload(sara, 'document', new Uint8Array(pdf()), uuid());
      await Promise.all(Array.from({ length: count }, send));
      return sara;
    },
  };
}

// Side by side: nearly all of their time is waiting.
describe.skipIf(!s3).concurrent('on an S3 server that is slow or silent', () => {
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
  test.for(calls)(
    '%s ends while packets vanish, and works once they do not',
    {
      timeout: 90_000,
    },
    async ([, call], context) => {
      const buckets = [await newBucket(context), await newBucket(context)] as const;
      // One over a connection that is there already, the other over a new one.
      await buckets[0].storage.put('silent/one', Readable.from([content]));
      await buckets[1].direct.put('silent/one', Readable.from([content]));
      const endsAndReturns = async ({ proxy, storage }: (typeof buckets)[number]) => {
        proxy.drop();
        const begun = performance.now();
        const error = await call(storage).then(
          () => null,
          (reason: unknown) => reason,
        );
        expect(performance.now() - begun).toBeLessThan(30_000);
        expect(isUnavailable(error)).toBe(true);
        proxy.deliver();
        const returned = performance.now();
        await call(storage);
        expect(performance.now() - returned).toBeLessThan(10_000);
      };
      await Promise.all(buckets.map(endsAndReturns));
    },
  );

  test('a file that stops coming in the middle ends', { timeout: 60_000 }, async (context) => {
    const { proxy, storage } = await newBucket(context);
    await storage.put('silent/one', Readable.from([content]));
    const reading = await storage.get('silent/one');
    proxy.drop();
    const begun = performance.now();
    await expect(buffer(reading)).rejects.toThrow();
    expect(performance.now() - begun).toBeLessThan(15_000);
    proxy.deliver();
  });

  test('a file comes whole to whoever reads it more slowly than the server may be silent', {
    timeout: 60_000,
  }, async (context) => {
    const { storage } = await newBucket(context);
    await storage.put('slow/one', Readable.from([content]));
    const reading = await storage.get('slow/one');
    await wait(13_000);
    expect((await buffer(reading)).equals(content)).toBe(true);
  });

  test('what a crash left, or a server that was away, is removed later', { timeout: 60_000 }, async (context) => {
    const { proxy, files, noted, papers } = await newFiles(context);
    const sara = await papers(3);
    proxy.drop();
    await files.handle('AccountDeleted', { id: sara.id });
    await expect(files.parts.removal.removeNoted()).rejects.toThrow('The S3 server does not answer');
    expect(await noted()).toBe(3);
    proxy.deliver();
    await files.parts.removal.removeNoted();
    expect([await noted(), await files.stored()]).toEqual([0, []]);
  });

  test('an erasure of many papers is handled at once, and all of them are removed', {
    timeout: 60_000,
  }, async (context) => {
    const { proxy, files, noted, papers } = await newFiles(context);
    const sara = await papers(40);
    expect(await files.stored()).toHaveLength(40);
    // All of them one after another: longer than a transaction may be idle.
    proxy.delay(500);
    const begun = performance.now();
    await files.handle('AccountDeleted', { id: sara.id });
    expect(performance.now() - begun).toBeLessThan(5000);
    proxy.delay(0);
    await context.expect.poll(files.stored, patiently).toEqual([]);
    await context.expect.poll(noted, patiently).toBe(0);
  });

  test('a sweep of many uploads has no transaction open meanwhile', { timeout: 60_000 }, async (context) => {
    const { proxy, files, papers } = await newFiles(context);
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
  });
});
