import { transaction } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { afterAll, expect, test, vi } from 'vitest';
import { handlers } from '../events.ts';
import { startFiles } from '../testing/index.ts';
import { pdf, picture } from '../testing/samples.ts';
import { replaceErasedOriginals } from './erased-originals.ts';

const files = await startFiles();
afterAll(() => files.stop());

const tehsil = 'Sahiwal';
/** A report's picture, and what its event says. */
async function reported() {
  const [reporter, reportId] = [await files.resident(), uuid()];
  const sent = await files.upload(
    reporter,
    'image',
    new Uint8Array(await picture(64, 64).jpeg().toBuffer()),
    reportId,
    tehsil,
  );
  const { id, path } = (await sent.json()) as { id: string; path: string };
  await files.handle('ReportCreated', { id: reportId, tehsil, imageId: id, documentId: null });
  return { reporter, reportId, path: `/${path}` };
}
const hide = (id: string, hidden: boolean, time = new Date().toISOString()) =>
  transaction(files.parts.pool, async (tx) => {
    const data = { id, reference: 'R', tehsil, hidden, by: uuid() };
    await handlers(files.parts).ReportHidden?.(data, tx, {
      id: uuid(),
      type: 'ReportHidden',
      time,
    });
  });
const statusOf = async (path: string) => (await files.call(null, path)).status;

test('the public addresses of a hidden report’s picture answer 404, in every size, until it is shown again', async () => {
  const { reportId, path } = await reported();
  const sizes = [path, `${path}?w=480`, `${path}?w=240`];
  for (const size of sizes) expect(await statusOf(size), size).toBe(200);
  await hide(reportId, true);
  await vi.waitFor(async () => expect(await Promise.all(sizes.map(statusOf))).toEqual([404, 404, 404]), 5000);
  const etag = `"${path.slice(-37, -5)}-full"`;
  expect((await files.call(null, path, { headers: { 'if-none-match': etag } })).status).toBe(404);
  await hide(reportId, false);
  expect(await Promise.all(sizes.map(statusOf))).toEqual([200, 200, 200]);
});

test('a picture of the work that comes while the report is hidden is not public either', async () => {
  const { reportId } = await reported();
  await hide(reportId, true);
  const admin = await files.admin(tehsil);
  const sent = await files.upload(
    admin,
    'proof',
    new Uint8Array(await picture(80, 80).jpeg().toBuffer()),
    reportId,
    tehsil,
  );
  const { id, path } = (await sent.json()) as { id: string; path: string };
  await files.handle('ProofAdded', { id: reportId, tehsil, imageId: id });
  expect(await statusOf(`/${path}?w=480`)).toBe(404);
  expect((await files.call(admin, `/reports/${reportId}/proof-image`)).status).toBe(200);
});

test('a picture of the work is not public either where the hidden report had no picture', async () => {
  const reportId = uuid();
  await hide(reportId, true);
  const admin = await files.admin(tehsil);
  const content = new Uint8Array(await picture(70, 80).jpeg().toBuffer());
  const { id, path } = await (await files.upload(admin, 'proof', content, reportId, tehsil)).json();
  await files.handle('ProofAdded', { id: reportId, tehsil, imageId: id });
  expect(await statusOf(`/${path}`)).toBe(404);
  await hide(reportId, false);
  expect(await statusOf(`/${path}`)).toBe(200);
});

test('a picture of the work that was under way while the report was hidden is not public either', async () => {
  const { reportId } = await reported();
  const admin = await files.admin(tehsil);
  const content = new Uint8Array(await picture(90, 80).jpeg().toBuffer());
  const sent = await files.upload(admin, 'proof', content, reportId, tehsil);
  const { id, path } = (await sent.json()) as { id: string; path: string };
  await hide(reportId, true);
  // As one that was looked at before the report was hidden, and written after it.
  await files.parts.pool.query('update uploads set hidden = false, hiding = false where id = $1', [id]);
  await files.handle('ProofAdded', { id: reportId, tehsil, imageId: id });
  await expect.poll(() => statusOf(`/${path}?w=480`)).toBe(404);
});

test('a picture of the work that was under way while the report was shown again is public', async () => {
  const reportId = uuid();
  const content = new Uint8Array(await picture(90, 70).jpeg().toBuffer());
  const sent = await files.upload(await files.admin(tehsil), 'proof', content, reportId, tehsil);
  const { id, path } = (await sent.json()) as { id: string; path: string };
  // As one that was looked at before the report was shown, and written after it.
  await files.parts.pool.query('update uploads set hidden = true where id = $1', [id]);
  await files.handle('ProofAdded', { id: reportId, tehsil, imageId: id });
  expect(await statusOf(`/${path}`)).toBe(200);
});

test('a card of a picture of the work that the storage could not remove as it came is not public either', async () => {
  const reportId = uuid();
  await hide(reportId, true);
  const content = new Uint8Array(await picture(60, 80).jpeg().toBuffer());
  const away = vi.spyOn(files.parts.storage, 'delete').mockRejectedValue(new Error('away'));
  const sent = await files.upload(await files.admin(tehsil), 'proof', content, reportId, tehsil);
  away.mockRestore();
  const { id, path } = (await sent.json()) as { id: string; path: string };
  await files.handle('ProofAdded', { id: reportId, tehsil, imageId: id });
  await expect.poll(() => statusOf(`/${path}?w=480`)).toBe(404);
});

test('of a report that was hidden before its own event was handled, pictures alone have renderings to remove', async () => {
  const [reporter, reportId] = [await files.resident(), uuid()];
  const content = new Uint8Array(await picture(50, 80).jpeg().toBuffer());
  const image = await (await files.upload(reporter, 'image', content, reportId, tehsil)).json();
  const document = await (await files.upload(reporter, 'document', new Uint8Array(pdf()), reportId, tehsil)).json();
  await hide(reportId, true);
  await files.handle('ReportCreated', { id: reportId, tehsil, imageId: image.id, documentId: document.id });
  const { rows } = await files.parts.pool.query('select id from uploads where report_id = $1 and hiding', [reportId]);
  expect(rows).toEqual([{ id: image.id }]);
});

test('the picture of a hidden report outlasts its reporter’s account, and is there when the report is shown again', async () => {
  const { reporter, reportId, path } = await reported();
  await hide(reportId, true);
  await vi.waitFor(async () => expect(await statusOf(path)).toBe(404), 5000);
  await files.handle('AccountDeleted', { id: reporter.id });
  await replaceErasedOriginals(files.parts);
  await hide(reportId, false);
  expect(await statusOf(path)).toBe(200);
});

test('also where it is hidden while the original is being replaced', async () => {
  const { reporter, reportId, path } = await reported();
  await files.handle('AccountDeleted', { id: reporter.id });
  const { renderer } = files.parts;
  const render: typeof renderer.render = async (picture, size) => {
    await hide(reportId, true);
    await vi.waitFor(async () => expect(await statusOf(path)).toBe(404), 5000);
    return renderer.render(picture, size);
  };
  const drawHidden: typeof renderer.drawHidden = (picture, sender) => renderer.drawHidden(picture, sender);
  await replaceErasedOriginals({ ...files.parts, renderer: { render, drawHidden } });
  await hide(reportId, false);
  expect(await statusOf(path)).toBe(200);
});

test('the signed log gets the hash of a picture also where it is hidden while it is hashed', async () => {
  const { reportId, path } = await reported();
  const address = `/internal/pictures/${path.slice('/uploads/'.length)}/sha256`;
  const hash = async () => (await files.call(null, address)).json();
  const before = await hash();
  const { renderer } = files.parts;
  const render = renderer.render.bind(renderer);
  const spy = vi.spyOn(renderer, 'render').mockImplementationOnce(async (picture, size) => {
    await hide(reportId, true);
    await vi.waitFor(async () => expect(await statusOf(path)).toBe(404), 5000);
    return render(picture, size);
  });
  expect(await hash()).toEqual(before);
  spy.mockRestore();
  expect(before).toEqual({ sha256: expect.stringMatching(/^[\da-f]{64}$/) });
});

/** The next file that is read is read after the report was hidden and its renderings were removed. */
function hideBeforeReading(reportId: string) {
  const { storage } = files.parts;
  const get = storage.get.bind(storage);
  return vi.spyOn(storage, 'get').mockImplementationOnce(async (key, range) => {
    await hide(reportId, true);
    await vi.waitFor(async () => expect(await storage.stat(key)).toBeNull(), 5000);
    return get(key, range);
  });
}

test('hidden between the look at a picture and its reading, it is not there for others, and drawn for its reporter', async () => {
  const { reporter, reportId, path } = await reported();
  expect(await statusOf(path)).toBe(200);
  const first = hideBeforeReading(reportId);
  expect(await statusOf(path)).toBe(404);
  first.mockRestore();
  await hide(reportId, false);
  expect(await statusOf(path)).toBe(200);
  const second = hideBeforeReading(reportId);
  expect((await files.call(reporter, `/reports/${reportId}/image`)).status).toBe(200);
  second.mockRestore();
});

test('what was said before comes too late, as a dead letter that is sent back does: it stays hidden', async () => {
  const { reportId, path } = await reported();
  const earlier = new Date(Date.now() - 60_000).toISOString();
  await hide(reportId, true);
  await hide(reportId, false, earlier);
  await vi.waitFor(async () => expect(await statusOf(path)).toBe(404), 5000);
});

test('nor does what was said before of whom a report is assigned to', async () => {
  const [id, crew] = [uuid(), uuid()];
  const assign = (assignee: object | null, time: string) =>
    transaction(files.parts.pool, async (tx) => {
      const event = { id: uuid(), type: 'ReportAssigned', time };
      await handlers(files.parts).ReportAssigned?.({ id, assignee } as never, tx, event);
    });
  await assign(null, '2026-03-05T10:00:00Z');
  await assign({ id: crew }, '2026-03-05T09:00:00Z');
  const { rows } = await files.parts.pool.query('select assignee from assignments where report_id = $1', [id]);
  expect(rows).toEqual([{ assignee: null }]);
});

test('its reporter and its tehsil’s administrators read it with their token, and nobody else', async () => {
  const { reporter, reportId } = await reported();
  await hide(reportId, true);
  const path = `/reports/${reportId}/image`;
  const readers = [reporter, await files.admin(tehsil), await files.resident(), await files.admin('Elsewhere'), null];
  const answers = await Promise.all(readers.map((reader) => files.call(reader, path)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 401]);
  const [own] = answers;
  expect(own?.headers.get('content-type')).toBe('image/webp');
  expect(own?.headers.get('cache-control')).toBe('private, no-cache');
  const etag = own?.headers.get('etag') ?? '';
  expect((await files.call(reporter, path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await files.call(reporter, `/reports/${reportId}/proof-image`)).status).toBe(404);
  expect((await files.call(reporter, '/reports/any/image')).status).toBe(404);
});
