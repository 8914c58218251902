import { request as httpRequest } from 'node:http';
import { Upload } from '@tma/contracts';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startFiles } from '../testing/index.ts';
import { pdf, picture } from '../testing/samples.ts';

const patiently = { timeout: 20_000 };

const files = await startFiles();
afterAll(() => files.stop());

const wrongImage = 'Please select a valid image file (JPEG/PNG).';
const wrongPdf = 'Please select a valid PDF file.';

describe('pictures that are accepted', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('%s', async (format) => {
    const response = await files.upload(
      await files.resident(),
      'image',
      await picture(60, 40).toFormat(format).toBuffer(),
      uuid(),
    );
    expect(response.status).toBe(201);
    const { path } = Upload.parse(await response.json());
    expect(path).toMatch(/^uploads\/[\da-f]{32}\.webp$/);
    const shown = await files.call(null, `/${path}`);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 });
  });
});

test('who had too many pictures decoded in vain sends no more for a day; others do', async () => {
  const [busy, other] = [await files.resident(), await files.resident()];
  const broken = (await picture(60, 40).jpeg().toBuffer()).subarray(0, 300);
  expect((await files.upload(busy, 'image', broken, uuid())).status).toBe(400);
  for (let bad = 1; bad < 200; bad += 1) await files.parts.limits.badPictures.count(busy.id);
  const whole = await picture(60, 40).jpeg().toBuffer();
  const refused = await files.upload(busy, 'image', whole, uuid());
  expect([refused.status, Number(refused.headers.get('retry-after')) > 86_000]).toEqual([429, true]);
  expect((await files.upload(other, 'image', whole, uuid())).status).toBe(201);
});

test('who sent too many files that were refused sends no more for a day; those that are kept do not count', async () => {
  const [busy, other] = [await files.resident(), await files.resident()];
  expect((await files.upload(busy, 'document', 'no PDF', uuid())).status).toBe(400);
  const tooLarge = new Uint8Array(pdf('x'.repeat(1024 * 1024)));
  expect((await files.upload(busy, 'document', tooLarge, uuid())).status).toBe(413);
  for (let refused = 2; refused < 499; refused += 1) await files.parts.limits.refusedFiles.count(busy.id);
  for (let kept = 0; kept < 2; kept += 1)
    expect((await files.upload(busy, 'document', new Uint8Array(pdf()), uuid())).status).toBe(201);
  expect((await files.upload(busy, 'document', 'no PDF', uuid())).status).toBe(400);
  const refused = await files.upload(busy, 'document', new Uint8Array(pdf()), uuid());
  expect([refused.status, Number(refused.headers.get('retry-after')) > 86_000]).toEqual([429, true]);
  expect((await files.upload(other, 'document', new Uint8Array(pdf()), uuid())).status).toBe(201);
});

/** Sends half of a picture and then nothing more on an open connection. */
function sendHalf({ token }: { token: string }) {
  const query = new URLSearchParams({ kind: 'image', reportId: uuid(), tehsil: 'Sahiwal' });
  const sending = httpRequest(`${files.url}/internal/uploads?${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'content-length': 100_000,
    },
  });
  // The tests cut the connection.
  sending.on('error', () => undefined).write(Buffer.alloc(50_000));
  return sending;
}

describe('what is refused leaves nothing behind', () => {
  const jpeg = () => picture(800, 600).jpeg().toBuffer();
  test.each<[string, 'image' | 'document', () => Promise<Buffer> | Buffer, number, string]>([
    ['nothing', 'image', () => Buffer.alloc(0), 400, wrongImage],
    ['a text', 'image', () => Buffer.from('hello'), 400, wrongImage],
    [
      'a drawing with scripts',
      'image',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      400,
      wrongImage,
    ],
    ['a PDF', 'image', () => pdf(), 400, wrongImage],
    [
      'a JPEG’s first bytes only',
      'image',
      () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6, 7, 8]),
      400,
      wrongImage,
    ],
    ['half a JPEG', 'image', async () => (await jpeg()).subarray(0, 9000), 400, wrongImage],
    ['half a PNG', 'image', async () => (await picture(200, 200).png().toBuffer()).subarray(0, 9000), 400, wrongImage],
    ['HEIC', 'image', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 400, wrongImage],
    [
      'a picture of 64 megapixels',
      'image',
      () =>
        sharp({ create: { width: 8000, height: 8000, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      400,
      wrongImage,
    ],
    [
      'a picture over the cap',
      'image',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(1024 * 1024)]),
      413,
      'The file is larger than 1 MB.',
    ],
    ['a picture', 'document', jpeg, 400, wrongPdf],
    ['a PDF without an end', 'document', () => Buffer.from('%PDF-1.7\nhalf'), 400, wrongPdf],
    ['an end without a PDF', 'document', () => Buffer.from('hello %%EOF'), 400, wrongPdf],
    ['a document over the cap', 'document', () => pdf('x'.repeat(1024 * 1024)), 413, 'The file is larger than 1 MB.'],
  ])('%s as %s', async (_what, kind, content, status, detail) => {
    const before = await files.stored();
    const response = await files.upload(await files.resident(), kind, new Uint8Array(await content()), uuid());
    expect([response.status, (await response.json()).detail]).toEqual([status, detail]);
    expect(await files.stored()).toEqual(before);
  });

  test('and is refused in its own words also where the storage cannot remove it now', async () => {
    const remove = vi.spyOn(files.parts.storage, 'delete').mockRejectedValueOnce(new Error('away'));
    const response = await files.upload(await files.resident(), 'document', new Uint8Array(await jpeg()), uuid());
    expect([response.status, (await response.json()).detail]).toEqual([400, wrongPdf]);
    expect(remove).toHaveBeenCalledOnce();
    remove.mockRestore();
  });

  test('a sender that disconnects half way', async () => {
    const before = await files.stored();
    const sending = sendHalf(await files.resident());
    const gone = new Promise((resolve) => sending.on('close', resolve));
    await expect.poll(files.stored, patiently).toHaveLength(before.length + 1);
    sending.destroy();
    await gone;
    await expect.poll(files.stored, patiently).toEqual(before);
  });

  test('a sender that disconnects before the storage is ready does no harm', async () => {
    const { storage } = files.parts;
    const receive = storage.receive.bind(storage);
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
    const late = vi.spyOn(storage, 'receive').mockImplementationOnce(async (content) => {
      begun.resolve();
      await new Promise<void>((resolve) => content.once('close', resolve));
      const arrived = receive(content);
      arrived.then(ended.resolve, ended.resolve);
      return arrived;
    });
    const sending = sendHalf(await files.resident());
    await begun.promise;
    sending.destroy();
    expect(await ended.promise).toBeInstanceOf(Error);
    late.mockRestore();
    expect((await files.upload(await files.resident(), 'document', pdf(), uuid())).status).toBe(201);
  });

  test('a caller without a token, an administrator of another tehsil', async () => {
    expect((await files.upload({ token: '' }, 'document', pdf(), uuid())).status).toBe(401);
    expect((await files.upload(await files.admin('Elsewhere'), 'document', pdf(), uuid())).status).toBe(403);
  });
});

test('discarding removes the caller’s own unclaimed uploads of a report, no others', async () => {
  const [ali, sara] = [await files.resident(), await files.resident()];
  const [mine, claimed] = [uuid(), uuid()];
  const dropped = await (await files.upload(ali, 'document', pdf(), mine)).json();
  const kept = await (await files.upload(ali, 'document', pdf(), claimed)).json();
  await files.handle('ReportCreated', { id: claimed, tehsil: 'Sahiwal', imageId: uuid(), documentId: kept.id });
  const discard = (who: { token: string }, reportId: string) =>
    files.call(who, `/internal/uploads?reportId=${reportId}`, { method: 'DELETE' });
  const isStored = async (id: string) => (await files.stored()).some((name) => name.includes(id));
  expect((await discard(sara, mine)).status).toBe(204);
  expect((await discard(ali, claimed)).status).toBe(204);
  expect([await isStored(dropped.id), await isStored(kept.id)]).toEqual([true, true]);
  expect((await discard(ali, mine)).status).toBe(204);
  expect([await isStored(dropped.id), await isStored(kept.id)]).toEqual([false, true]);
});

test('a disk that becomes full in the middle of a file is a 503, no error of the sender', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const receive = vi.spyOn(files.parts.storage, 'receive').mockImplementationOnce(async (content) => {
    for await (const _chunk of content) throw full;
    throw full;
  });
  const large = new Uint8Array(await picture(700, 700).jpeg().toBuffer());
  const answer = await files.upload(await files.resident(), 'image', large, uuid());
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
  await answer.text();
  receive.mockRestore();
});
