import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FilesConfig } from '../config.ts';
import { type FilesService, startFiles } from '../testing/index.ts';
import { type S3Server, settingsOf, startS3 } from '../testing/s3.ts';
import { pdf, picture } from '../testing/samples.ts';
import { sweep } from '../uploads/sweep.ts';
import { checkStorage } from './open.ts';
import { type S3Settings, s3Storage } from './s3.ts';

const patiently = { timeout: 20_000 };

// One server for all tests of this file.
const s3 = await startS3();
afterAll(() => s3?.stop());

type Place = { settings: Partial<FilesConfig>; remove(): Promise<void> };
const onDisk = async (): Promise<Place> => ({ settings: {}, remove: async () => {} });
const onS3 = (server: S3Server) => async (): Promise<Place> => {
  const { name, remove } = await server.bucket();
  return { settings: settingsOf(server, name), remove };
};
describe.each([['the disk', onDisk] as const, ...(s3 ? [['S3', onS3(s3)] as const] : [])])('on %s', (_name, find) => {
  let files: FilesService;
  let place: Place;
  beforeAll(async () => {
    place = await find();
    files = await startFiles(place.settings);
  });
  afterAll(async () => {
    await files?.stop();
    await place?.remove();
  });
  const storage = () => files.parts.storage;
  const put = (key: string, content: Buffer) => storage().put(key, Readable.from([content]));
  const keysUnder = async (folder: string) => {
    const keys: string[] = [];
    for await (const key of storage().list(folder)) keys.push(key);
    return keys.sort();
  };

  test.each([0, 1, 65_536, 5_000_001])('%i bytes are kept as they came, with their size', async (size) => {
    const content = randomBytes(size);
    const pieces = Array.from({ length: Math.ceil(size / 30_000) }, (_, n) =>
      content.subarray(n * 30_000, (n + 1) * 30_000),
    );
    await storage().put(`sizes/${size}`, Readable.from(pieces));
    expect((await buffer(await storage().get(`sizes/${size}`))).equals(content)).toBe(true);
    const found = await storage().stat(`sizes/${size}`);
    expect(found?.size).toBe(size);
    expect(Math.abs(Number(found?.modifiedAt) - Date.now())).toBeLessThan(60_000);
  });

  test.each([
    [0, 0, '0'],
    [2, 5, '2345'],
    [9, 9, '9'],
    [0, 9, '0123456789'],
  ])('bytes %i to %i', async (start, end, text) => {
    await put('ranges/ten', Buffer.from('0123456789'));
    expect((await buffer(await storage().get('ranges/ten', { start, end }))).toString()).toBe(text);
  });

  test('a stream that fails leaves nothing', async () => {
    const breaking = Readable.from(
      (function* () {
        yield randomBytes(100_000);
        throw new Error('broken');
      })(),
    );
    await expect(storage().put('broken/one', breaking)).rejects.toThrow('broken');
    expect(await storage().stat('broken/one')).toBeNull();
    expect([...(await keysUnder('broken')), ...(await keysUnder('arriving'))]).toEqual([]);
  });

  test('streams that fail before they are read leave nothing', async () => {
    const broken = Array.from({ length: 20 }, () => Readable.from(['x']).destroy());
    const puts = await Promise.allSettled(broken.map((content, n) => storage().put(`broken/${n}`, content)));
    expect(new Set(puts.map(({ status }) => status))).toEqual(new Set(['rejected']));
    await put('whole/one', Buffer.from('x'));
    expect([...(await keysUnder('broken')), ...(await keysUnder('arriving'))]).toEqual([]);
  });

  test('a missing key: no size, an error for its bytes, none for its removal', async () => {
    expect(await storage().stat('nowhere/x')).toBeNull();
    await expect(storage().get('nowhere/x').then(buffer)).rejects.toThrow();
    await expect(storage().delete('nowhere/x')).resolves.toBeUndefined();
    expect(await keysUnder('nowhere')).toEqual([]);
  });

  test('a folder lists what is below it at any depth, and nothing of folders whose names begin alike', async () => {
    for (const key of ['list/b/2', 'list/a/1', 'list/c', 'listed/d']) await put(key, Buffer.from(key));
    expect(await keysUnder('list')).toEqual(['list/a/1', 'list/b/2', 'list/c']);
    await storage().delete('list/b/2');
    expect(await keysUnder('list')).toEqual(['list/a/1', 'list/c']);
  });

  test('sixteen at once', async () => {
    const contents = Array.from({ length: 16 }, () => randomBytes(300_000));
    await Promise.all(contents.map((content, n) => put(`many/${n}`, content)));
    const back = await Promise.all(contents.map(async (_, n) => buffer(await storage().get(`many/${n}`))));
    expect(back.map((content, n) => content.equals(contents[n] ?? Buffer.alloc(0)))).toEqual(Array(16).fill(true));
  });

  test('a report’s files from upload to erasure', async () => {
    const [sara, admin, reportId] = [await files.resident(), await files.admin('Sahiwal'), uuid()];
    const before = (await files.stored()).length;
    const photo = await picture(2000, 1000).blur(9).jpeg().toBuffer();
    const image = await (await files.upload(sara, 'image', new Uint8Array(photo), reportId)).json();
    const paper = pdf('x'.repeat(100_000));
    const document = await (await files.upload(sara, 'document', new Uint8Array(paper), reportId)).json();
    expect((await files.upload(sara, 'image', new Uint8Array(photo.subarray(0, 9000)), reportId)).status).toBe(400);
    await files.handle('ReportCreated', {
      id: reportId,
      tehsil: 'Sahiwal',
      imageId: image.id,
      documentId: document.id,
    });
    // Two originals, and the card.
    expect(await files.stored()).toHaveLength(before + 3);

    for (const [query, width] of [
      ['', 1600],
      ['?w=480', 480],
    ] as const) {
      const shown = await files.call(null, `/${image.path}${query}`);
      expect(shown.headers.get('content-type')).toBe('image/webp');
      const content = Buffer.from(await shown.arrayBuffer());
      expect(shown.headers.get('content-length')).toBe(String(content.length));
      expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width });
    }
    const part = await files.call(admin, `/download-pdf/${reportId}`, { headers: { range: 'bytes=-6' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes ${paper.length - 6}-${paper.length - 1}/${paper.length}`,
      '%%EOF\n',
    ]);
    const whole = await files.call(sara, `/download-pdf/${reportId}`);
    expect(Buffer.from(await whole.arrayBuffer()).equals(paper)).toBe(true);

    expect(await sweep(files.parts, new Date(Date.now() + 23 * 3_600_000))).toBe(0);
    await files.handle('AccountDeleted', { id: sara.id });
    expect((await files.call(admin, `/download-pdf/${reportId}`)).status).toBe(404);
    expect((await files.call(null, `/${image.path}`)).status).toBe(200);
    await expect.poll(files.stored, patiently).toHaveLength(before + 3);
  });
});

describe.skipIf(!s3)('a bucket', () => {
  const server = () => s3 as S3Server;
  const check = (changes: Partial<S3Settings>) =>
    checkStorage({ folder: tmpdir(), s3: { ...server().settings, bucket: 'missing', ...changes } });

  test('that can be used is accepted', async () => {
    const { name, remove } = await server().bucket();
    await expect(check({ bucket: name })).resolves.toBeUndefined();
    await remove();
  });

  test('that is missing, forbidden or unreachable is an error with the name of the setting', async () => {
    const { name, remove } = await server().bucket();
    await expect(check({})).rejects.toThrow(/There is no bucket missing at .* S3_BUCKET/);
    await expect(check({ bucket: name, secretAccessKey: 'wrong' })).rejects.toThrow(/S3_SECRET_ACCESS_KEY/);
    await expect(check({ endpoint: 'http://127.0.0.1:9' })).rejects.toThrow(/^S3_ENDPOINT/);
    await remove();
  });
});

test('a folder for files is made for its owner alone', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'tma-files-tests-'));
  const folder = join(parent, 'files');
  await checkStorage({ folder, s3: null });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await rm(parent, { recursive: true });
});

test('an S3 server that went away after the start is a 503 with Retry-After, and leaves nothing on the disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tma-files-tests-'));
  const keys = { region: 'us-east-1', accessKeyId: 'any', secretAccessKey: 'any' };
  const away = { ...keys, endpoint: 'http://127.0.0.1:9', bucket: 'any' };
  const files = await startFiles();
  vi.spyOn(files.parts.storage, 'receive').mockImplementation(s3Storage(away, folder).receive);
  const answer = await files.upload(await files.resident(), 'document', new Uint8Array(pdf()), uuid());
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect([...(await readdir(folder)), ...(await files.stored())]).toEqual([]);
  await files.stop();
  await rm(folder, { recursive: true, force: true });
});
