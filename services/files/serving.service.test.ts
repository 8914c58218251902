import { Readable } from 'node:stream';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { stripErasedPictures } from './erased-pictures.ts';
import { renderingKey } from './pictures/renderings.ts';
import { originalKey } from './storage/storage.ts';
import { type FilesService, startFiles } from './testing/index.ts';
import { pdf, picture } from './testing/samples.ts';

const patiently = { timeout: 20_000 };

let files: FilesService;
beforeAll(async () => {
  files = await startFiles();
});
afterAll(() => files?.stop());

type Someone = { id: string; token: string };
const uploaded = async (who: Someone, kind: 'image' | 'document', content: Buffer, reportId = uuid()) =>
  (await files.upload(who, kind, new Uint8Array(content), reportId)).json();

describe('the public picture', () => {
  test('is upright, without metadata, and of a bounded size', async () => {
    const photo = await picture(2400, 1200)
      .blur(9)
      .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 40/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 60 })
      .toBuffer();
    const { path } = await uploaded(await files.resident(), 'image', photo);
    for (const [query, height, width] of [
      ['', 1600, 800],
      ['?w=480', 480, 240],
      ['?w=240', 240, 120],
    ] as const) {
      const shown = await sharp(await (await files.call(null, `/${path}${query}`)).arrayBuffer()).metadata();
      expect(shown).toMatchObject({ format: 'webp', width, height });
      expect([shown.exif, shown.xmp, shown.icc, shown.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  test('is cached for good, described by HEAD, and 304 to a caller who has it', async () => {
    const { path } = await uploaded(await files.resident(), 'image', await picture(60, 40).png().toBuffer());
    const shown = await files.call(null, `/${path}`);
    expect(shown.headers.get('cache-control')).toContain('immutable');
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    const size = String((await shown.arrayBuffer()).byteLength);
    const head = await files.call(null, `/${path}`, { method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual([size, '']);
    const again = await files.call(null, `/${path}`, { headers: { 'if-none-match': shown.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  test('is rendered once, however many request it', async () => {
    const { path } = await uploaded(await files.resident(), 'image', await picture(300, 200).png().toBuffer());
    const answers = await Promise.all(Array.from({ length: 20 }, () => files.call(null, `/${path}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const bodies = await Promise.all(
      answers.map(async (answer) => Buffer.from(await answer.arrayBuffer()).toString('base64')),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  test('has its card with the upload, and is drawn large when that is first asked for', async () => {
    const id = uuid();
    const image = await uploaded(await files.resident(), 'image', await picture(300, 200).png().toBuffer(), id);
    const name = image.path.slice('uploads/'.length);
    const versions = async () => (await files.stored()).filter((file) => file.startsWith(name)).sort();
    expect(await versions()).toEqual([`${name}.480`]);
    await files.handle('ReportCreated', { id, tehsil: 'Sahiwal', imageId: image.id, documentId: null });
    expect(await versions()).toEqual([`${name}.480`]);
    expect((await files.call(null, `/${image.path}`)).status).toBe(200);
    expect(await versions()).toEqual([`${name}.1600`, `${name}.480`]);
  });

  test('is smallest where a browser is set to save data, whatever card it asks for', async () => {
    const { path } = await uploaded(await files.resident(), 'image', await picture(900, 600).jpeg().toBuffer());
    const shown = async (query: string, saving?: string) => {
      const answer = await files.call(null, `/${path}${query}`, { headers: saving ? { 'save-data': saving } : {} });
      const { width } = await sharp(await answer.arrayBuffer()).metadata();
      const whose = answer.headers.get('cache-control')?.split(',')[0];
      return [width, whose, answer.headers.get('vary'), answer.headers.get('etag')?.split('-')[1]];
    };
    expect(await shown('?w=480', 'on')).toEqual([240, 'private', 'Save-Data', 'sparing"']);
    expect(await shown('?w=480', 'off')).toEqual([480, 'public', 'Save-Data', 'card"']);
    expect(await shown('?w=480')).toEqual([480, 'public', 'Save-Data', 'card"']);
    expect(await shown('?w=240')).toEqual([240, 'public', null, 'sparing"']);
    expect(await shown('', 'on')).toEqual([900, 'public', null, 'full"']);
  });

  test('its smallest version is drawn from the card once, or from the original where there is no card', async () => {
    const { path } = await uploaded(await files.resident(), 'image', await picture(900, 600).jpeg().toBuffer());
    const name = path.slice('uploads/'.length);
    const versions = async () => (await files.stored()).filter((file) => file.startsWith(name)).sort();
    const draw = vi.spyOn(files.parts.storage, 'get');
    const asked = await Promise.all(Array.from({ length: 9 }, () => files.call(null, `/${path}?w=240`)));
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
    expect(draw.mock.calls.filter(([key]) => !key.endsWith('.240')).map(([key]) => key)).toEqual([
      expect.stringMatching(/\.480$/),
    ]);
    draw.mockRestore();
    expect(await versions()).toEqual([`${name}.240`, `${name}.480`]);

    for (const kept of ['card', 'sparing'] as const) await files.parts.storage.delete(renderingKey(name, kept));
    expect((await files.call(null, `/${path}?w=240`)).status).toBe(200);
    expect(await versions()).toEqual([`${name}.240`]);
  });

  test('that is discarded leaves none of its versions', async () => {
    const [who, reportId] = [await files.resident(), uuid()];
    const { path } = await uploaded(who, 'image', await picture(300, 200).jpeg().toBuffer(), reportId);
    for (const query of ['', '?w=480', '?w=240']) await files.call(null, `/${path}${query}`);
    const versions = async () =>
      (await files.stored()).filter((file) => file.startsWith(path.slice('uploads/'.length))).length;
    expect(await versions()).toBe(3);
    await files.call(who, `/internal/uploads?reportId=${reportId}`, { method: 'DELETE' });
    await expect.poll(versions, patiently).toBe(0);
  });

  test.each([
    [`/uploads/${'0'.repeat(32)}.webp`, 404],
    ['/uploads/..%2F..%2Fetc%2Fpasswd', 404],
    [`/uploads/${'0'.repeat(32)}.jpg`, 404],
    [`/uploads/${'0'.repeat(32)}.webp?w=17`, 400],
    [`/uploads/${'0'.repeat(32)}.webp?w=240`, 404],
    [`/uploads/${'0'.repeat(32)}.webp?w=240&w=480`, 400],
    [`/uploads/${'0'.repeat(32)}.webp?w=0240`, 400],
  ])('%s gives %i', async (path, status) => {
    expect((await files.call(null, path)).status).toBe(status);
  });
});

describe('a document', () => {
  const content = pdf('x'.repeat(2000));
  const reportId = uuid();
  let ali: Someone;
  beforeAll(async () => {
    ali = await files.resident();
    await uploaded(ali, 'document', content, reportId);
  });
  const download = (who: Someone | null, headers: Record<string, string> = {}, method = 'GET') =>
    files.call(who, `/download-pdf/${reportId}`, { headers, method });

  test('is sent to its reporter and the tehsil’s administrators at once, as a sandboxed file', async () => {
    for (const who of [ali, await files.admin('Sahiwal')]) {
      const response = await download(who);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]+\.pdf"$/);
      expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    }
  });

  test('is 404 to anybody else', async () => {
    expect((await download(null)).status).toBe(401);
    for (const who of [await files.resident(), await files.admin('Okara'), await files.admin('sahiwal')]) {
      expect((await download(who)).status).toBe(404);
    }
    for (const id of ['7', uuid()]) expect((await files.call(ali, `/download-pdf/${id}`)).status).toBe(404);
  });

  test.each([
    ['bytes=0-3', 206, '%PDF'],
    ['bytes=-6', 206, '%%EOF\n'],
    ['bytes=2010-', 206, content.subarray(2010).toString()],
    ['bytes=0-1,3-4', 200, content.toString()],
    ['bytes=9999-', 416, null],
  ])('Range: %s gives %i', async (range, status, text) => {
    const response = await download(ali, { range });
    expect(response.status).toBe(status);
    if (text !== null) expect(await response.text()).toBe(text);
  });

  test('HEAD answers its size; a range of another version is the whole', async () => {
    const head = await download(ali, {}, 'HEAD');
    expect([head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
      String(content.length),
      'bytes',
    ]);
    expect((await download(ali, { range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200);
    expect((await download(ali, { range: 'bytes=0-3', 'if-range': head.headers.get('etag') ?? '' })).status).toBe(206);
  });

  test('is deleted with its owner’s account, and no other is accepted after that', async () => {
    const sara = await files.resident();
    const [mine, image] = [uuid(), await uploaded(sara, 'image', await picture(60, 40).png().toBuffer())];
    await uploaded(sara, 'document', pdf(), mine);
    const before = (await files.stored()).length;
    await files.handle('AccountDeleted', { id: sara.id });
    expect((await files.call(await files.admin('Sahiwal'), `/download-pdf/${mine}`)).status).toBe(404);
    await expect.poll(files.stored, patiently).toHaveLength(before - 1);
    expect((await files.call(null, `/${image.path}`)).status).toBe(200);
    expect((await files.upload(sara, 'document', new Uint8Array(pdf()), uuid())).status).toBe(401);
  });

  test('so does one that was erased by an earlier version, which forgot whose its pictures were', async () => {
    const taken = await picture(60, 40)
      .withExif({ IFD0: { Copyright: 'Ali, at home' } })
      .jpeg()
      .toBuffer();
    const { id } = await uploaded(await files.resident(), 'image', taken);
    await files.parts.pool.query('update uploads set owner_id = null where id = $1', [id]);
    await stripErasedPictures(files.parts);
    expect((await bytesOf(originalKey(id))).includes('Ali, at home')).toBe(false);
  });

  test('a picture that can no longer be decoded is 404, and leaves nothing with its owner’s account', async () => {
    const sara = await files.resident();
    const { id, path } = await uploaded(sara, 'image', await picture(60, 40).jpeg().toBuffer());
    await files.parts.storage.put(originalKey(id), Readable.from([Buffer.from('of another time')]));
    expect((await files.call(null, `/${path}`)).status).toBe(404);
    await files.handle('AccountDeleted', { id: sara.id });
    await stripErasedPictures(files.parts);
    expect(await files.parts.storage.stat(originalKey(id))).toBeNull();
  });

  test('an erased account leaves nothing in the originals of its pictures', async () => {
    const sara = await files.resident();
    const taken = await picture(60, 40)
      .withExif({ IFD0: { Copyright: 'Sara, at home' } })
      .jpeg()
      .toBuffer();
    const images = [await uploaded(sara, 'image', taken), await uploaded(await files.resident(), 'image', taken)];
    const originals = () => Promise.all(images.map(({ id }) => bytesOf(originalKey(id))));
    await files.handle('AccountDeleted', { id: sara.id });
    await stripErasedPictures(files.parts);
    const [own, other] = await originals();
    expect(own?.includes('Sara, at home')).toBe(false);
    expect(other?.includes('Sara, at home')).toBe(true);
    const shown = await sharp(own).metadata();
    expect(shown).toMatchObject({ format: 'webp', width: 60, height: 40 });
    expect(shown.exif).toBeUndefined();
    const { rows } = await files.parts.pool.query('select owner_id from uploads where id = $1', [images[0]?.id]);
    expect(rows).toEqual([{ owner_id: null }]);
    await stripErasedPictures(files.parts);
    expect((await originals())[0]).toEqual(own);
    const seen = await files.call(null, `/${images[0]?.path}`);
    expect([seen.status, Buffer.from(await seen.arrayBuffer())]).toEqual([200, own]);
  });
});

const bytesOf = async (key: string) => Buffer.concat(await (await files.parts.storage.get(key)).toArray());
