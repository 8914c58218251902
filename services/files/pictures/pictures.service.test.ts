import { Readable } from 'node:stream';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { originalKey, renderingKey } from '../storage/keys.ts';
import { startFiles } from '../testing/index.ts';
import { picture } from '../testing/samples.ts';
import { replaceErasedOriginals } from './erased-originals.ts';

const patiently = { timeout: 20_000 };

const files = await startFiles();
afterAll(() => files.stop());

type Someone = { id: string; token: string };
const uploaded = async (who: Someone, kind: 'image', content: Buffer, reportId = uuid()) =>
  (await files.upload(who, kind, new Uint8Array(content), reportId)).json();
const bytesOf = async (key: string) => Buffer.concat(await (await files.parts.storage.get(key)).toArray());

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

  test('has a hash for the signed log, also while it is not drawn yet; 404 where its file is lost', async () => {
    const { id, path } = await uploaded(await files.resident(), 'image', await picture(60, 40).png().toBuffer());
    const hash = () => files.call(null, `/internal/pictures/${path.slice('uploads/'.length)}/sha256`);
    expect(await (await hash()).json()).toEqual({ sha256: expect.stringMatching(/^[\da-f]{64}$/) });
    await files.parts.storage.delete(originalKey(id));
    expect((await hash()).status).toBe(200);
    await files.parts.storage.delete(renderingKey(path.slice('uploads/'.length), 'full'));
    expect((await hash()).status).toBe(404);
  });

  test('is 404 where its file is lost', async () => {
    const { id, path } = await uploaded(await files.resident(), 'image', await picture(60, 40).png().toBuffer());
    await files.parts.storage.delete(originalKey(id));
    for (let time = 0; time < 2; time += 1) expect((await files.call(null, `/${path}`)).status).toBe(404);
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

describe('the picture of a person whose account was erased', () => {
  test('is 404 where it can no longer be decoded, and leaves nothing', async () => {
    const sara = await files.resident();
    const { id, path } = await uploaded(sara, 'image', await picture(60, 40).jpeg().toBuffer());
    await files.parts.storage.put(originalKey(id), Readable.from([Buffer.from('of another time')]));
    expect((await files.call(null, `/${path}`)).status).toBe(404);
    await files.handle('AccountDeleted', { id: sara.id });
    await replaceErasedOriginals(files.parts);
    expect(await files.parts.storage.stat(originalKey(id))).toBeNull();
  });

  test('leaves nothing in its original that is not shown', async () => {
    const sara = await files.resident();
    const taken = await picture(60, 40)
      .withExif({ IFD0: { Copyright: 'Sara, at home' } })
      .jpeg()
      .toBuffer();
    const images = [await uploaded(sara, 'image', taken), await uploaded(await files.resident(), 'image', taken)];
    const originals = () => Promise.all(images.map(({ id }) => bytesOf(originalKey(id))));
    await files.handle('AccountDeleted', { id: sara.id });
    await replaceErasedOriginals(files.parts);
    const [own, other] = await originals();
    expect(own?.includes('Sara, at home')).toBe(false);
    expect(other?.includes('Sara, at home')).toBe(true);
    const shown = await sharp(own).metadata();
    expect(shown).toMatchObject({ format: 'webp', width: 60, height: 40 });
    expect(shown.exif).toBeUndefined();
    const { rows } = await files.parts.pool.query('select owner_id from uploads where id = $1', [images[0]?.id]);
    expect(rows).toEqual([{ owner_id: null }]);
    await replaceErasedOriginals(files.parts);
    expect((await originals())[0]).toEqual(own);
    const seen = await files.call(null, `/${images[0]?.path}`);
    expect([seen.status, Buffer.from(await seen.arrayBuffer())]).toEqual([200, own]);
  });

  test('is not left open where the storage cannot take it', async () => {
    const { storage } = files.parts;
    const sara = await files.resident();
    const { path } = await uploaded(sara, 'image', await picture(60, 40).jpeg().toBuffer());
    expect((await files.call(null, `/${path}`)).status).toBe(200);
    await files.handle('AccountDeleted', { id: sara.id });
    const get = vi.spyOn(storage, 'get');
    const put = vi.spyOn(storage, 'put').mockRejectedValue(new Error('full'));
    await replaceErasedOriginals(files.parts);
    put.mockRestore();
    const read: Readable[] = await Promise.all(get.mock.results.map(({ value }) => value));
    get.mockRestore();
    expect(read.map(({ destroyed }) => destroyed)).toEqual([true]);
  });
});
