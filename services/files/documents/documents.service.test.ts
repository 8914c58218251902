import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startFiles } from '../testing/index.ts';
import { pdf, picture } from '../testing/samples.ts';

const patiently = { timeout: 20_000 };

const files = await startFiles();
afterAll(() => files.stop());

type Someone = { id: string; token: string };
const uploaded = async (who: Someone, kind: 'image' | 'document', content: Buffer, reportId = uuid()) =>
  (await files.upload(who, kind, new Uint8Array(content), reportId)).json();

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

  test('is written down for the audit log when staff read it, and when its reporter does not', async () => {
    const [admin, other] = [await files.admin('Sahiwal'), await files.admin('Okara')];
    const actsOf = async ({ id }: Someone) =>
      (
        await files.parts.pool.query(
          `select payload::json -> 'data' ->> 'kind' as kind, payload::json -> 'data' ->> 'about' as about
           from outbox where key = $1 order by position`,
          [id],
        )
      ).rows.map(({ kind, about }) => `${kind} ${about}`);
    expect((await download(admin, {}, 'HEAD')).status).toBe(200);
    expect((await download(admin)).status).toBe(200);
    await files.parts.pool.query("update uploads set reference = 'TMA-1' where report_id = $1", [reportId]);
    expect((await download(admin, { range: 'bytes=1-' })).status).toBe(206);
    expect([(await download(other)).status, (await download(ali)).status]).toEqual([404, 200]);
    // The reference is known from the report's event on.
    expect(await actsOf(admin)).toEqual([`document-read ${reportId}`, 'document-read TMA-1']);
    expect([await actsOf(other), await actsOf(ali)]).toEqual([[], []]);
  });

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

  test('is 404 where it is removed between the look at it and its reading', async () => {
    const id = uuid();
    await uploaded(ali, 'document', pdf(), id);
    const { storage } = files.parts;
    const get = storage.get.bind(storage);
    const spy = vi.spyOn(storage, 'get').mockImplementationOnce(async (key, range) => {
      await storage.delete(key);
      return get(key, range);
    });
    const answer = await files.call(ali, `/download-pdf/${id}`, { headers: { range: 'bytes=0-3' } });
    spy.mockRestore();
    expect([answer.status, answer.headers.get('content-range')]).toEqual([404, null]);
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
});
