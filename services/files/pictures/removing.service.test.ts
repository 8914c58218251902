import { v7 as uuid } from 'uuid';
import { afterAll, expect, test, vi } from 'vitest';
import { startFiles } from '../testing/index.ts';
import { photo } from '../testing/photos.ts';
import { replaceErasedOriginals } from './erased-originals.ts';

const files = await startFiles();
afterAll(() => files.stop());

const tehsil = 'Sahiwal';
const event = (id: string, more: object = {}) => ({ id, reference: 'R', tehsil, by: uuid(), ...more });

/** A report's picture, and what its event says. */
async function reported(content?: Buffer) {
  const [reporter, reportId] = [await files.resident(), uuid()];
  const bytes = new Uint8Array(content ?? (await photo(7, 640, 480)));
  const sent = await files.upload(reporter, 'image', bytes, reportId, tehsil);
  const { id, path } = (await sent.json()) as { id: string; path: string };
  await files.handle('ReportCreated', { id: reportId, tehsil, imageId: id, documentId: null });
  return { reporter, reportId, id, sizes: [`/${path}`, `/${path}?w=480`, `/${path}?w=240`] };
}
const statuses = (paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await files.call(null, path)).status));
const isStored = async (id: string, path: string) =>
  (await files.stored()).some((name) => name.includes(id) || name.includes(path.slice(9, 41)));

test('a removed picture is deleted in every version, and its address answers 410, whatever a browser has of it', async () => {
  const { reporter, reportId, id, sizes } = await reported();
  expect(await statuses(sizes)).toEqual([200, 200, 200]);
  await files.handle('PictureRemoved', event(reportId));
  await expect.poll(() => statuses(sizes)).toEqual([410, 410, 410]);
  const [path = ''] = sizes;
  const answer = await files.call(null, path, { headers: { 'if-none-match': `"${path.slice(9, 41)}-full"` } });
  expect([answer.status, await answer.json()]).toEqual([410, expect.objectContaining({ code: 'gone' })]);
  expect(await isStored(id, path)).toBe(false);
  const own = [reporter, await files.admin(tehsil)].map((who) => files.call(who, `/reports/${reportId}/image`));
  expect((await Promise.all(own)).map(({ status }) => status)).toEqual([404, 404]);
});

test('removed between the look for it and its drawing, it is gone as well', async () => {
  const { reportId, id, sizes } = await reported();
  const [path = ''] = sizes;
  const { renderer } = files.parts;
  const render = renderer.render.bind(renderer);
  const spy = vi.spyOn(renderer, 'render').mockImplementationOnce(async (picture, size) => {
    await files.handle('PictureRemoved', event(reportId));
    await expect.poll(() => isStored(id, path)).toBe(false);
    return render(picture, size);
  });
  expect(await statuses([path])).toEqual([410]);
  spy.mockRestore();
});

test.each([
  ['hidden', (id: string) => files.handle('ReportHidden', event(id, { hidden: true })), 410],
  ['hidden and shown again', (id: string) => hiddenAndShown(id), 410],
])('a removed picture of a report that is %s is gone as well', async (_what, change, status) => {
  const { reportId, sizes } = await reported();
  await files.handle('PictureRemoved', event(reportId));
  await change(reportId);
  await expect.poll(() => statuses(sizes)).toEqual([status, status, status]);
});
async function hiddenAndShown(id: string) {
  for (const hidden of [true, false]) await files.handle('ReportHidden', event(id, { hidden }));
}

test('a picture of the work stays when the report’s own is removed, and the reporter reads it with their token', async () => {
  const { reporter, reportId } = await reported();
  const admin = await files.admin(tehsil);
  const sent = await files.upload(admin, 'proof', new Uint8Array(await photo(8, 640, 480)), reportId, tehsil);
  const { id, path } = (await sent.json()) as { id: string; path: string };
  await files.handle('ProofAdded', { id: reportId, tehsil, imageId: id });
  await files.handle('PictureRemoved', event(reportId));
  expect(await statuses([`/${path}`])).toEqual([200]);
  expect((await files.call(reporter, `/reports/${reportId}/proof-image`)).status).toBe(200);
});

test('the same picture is no proof of the work, though it was removed', async () => {
  const content = await photo(9, 640, 480);
  const { reportId } = await reported(content);
  await files.handle('PictureRemoved', event(reportId));
  const sent = await files.upload(await files.admin(tehsil), 'proof', new Uint8Array(content), reportId, tehsil);
  expect(await sent.json()).toMatchObject({ proof: { isOwnPicture: true } });
});

test('asked for at the moment of its removal, and removed with its reporter’s account, nothing of it comes back', async () => {
  const { reporter, reportId, id, sizes } = await reported();
  await Promise.all([
    ...sizes.flatMap((path) => [files.call(null, path), files.call(null, path)]),
    files.handle('PictureRemoved', event(reportId)),
    files.handle('AccountDeleted', { id: reporter.id }),
  ]);
  await replaceErasedOriginals(files.parts);
  await files.parts.removal.removeNoted();
  expect(await statuses(sizes)).toEqual([410, 410, 410]);
  // What was under way is removed once more, ten minutes later.
  await files.parts.pool.query("update removals set removed_at = now() - interval '11 minutes'");
  await files.parts.removal.removeNoted();
  expect(await isStored(id, sizes[0] ?? '')).toBe(false);
});
