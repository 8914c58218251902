/** Files of a report that an administrator writes down for somebody without an account. */
import { buffer } from 'node:stream/consumers';
import { v7 as uuid } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { replaceErasedOriginals } from '../pictures/erased-originals.ts';
import { originalKey } from '../storage/keys.ts';
import { startFiles } from '../testing/index.ts';
import { photo } from '../testing/photos.ts';
import { pdf } from '../testing/samples.ts';

const files = await startFiles();
afterAll(() => files.stop());

const tehsil = 'Sahiwal';

async function sent() {
  const [admin, reportId] = [await files.admin(tehsil), uuid()];
  const picture = await files.upload(admin, 'image', new Uint8Array(await photo(11, 320, 240)), reportId, tehsil);
  const paper = await files.upload(admin, 'document', new Uint8Array(pdf()), reportId, tehsil);
  expect([picture.status, paper.status]).toEqual([201, 201]);
  const [{ id: imageId, path }, { id: documentId }] = [await picture.json(), await paper.json()];
  return { admin, reportId, imageId, documentId, path };
}
const original = async (id: string) => buffer(await files.parts.storage.get(originalKey(id)));
const stored = async (id: string) => (await files.stored()).filter((name) => name.includes(id)).length;

test('its papers are for the office, also for others of it; erased they are gone, and so is what its picture says of a camera', async () => {
  const { admin, reportId, imageId, documentId, path } = await sent();
  await files.handle('ReportCreated', { id: reportId, reference: 'TMA-1', tehsil, imageId, documentId });
  const read = async (who: { token: string }) => (await files.call(who, `/download-pdf/${reportId}`)).status;
  expect([await read(admin), await read(await files.admin(tehsil))]).toEqual([200, 200]);
  expect([await read(await files.resident()), await read(await files.admin('Elsewhere'))]).toEqual([404, 404]);
  const picture = await original(imageId);
  await files.handle('ReportErased', { id: reportId });
  expect(await read(admin)).toBe(404);
  await expect.poll(() => stored(documentId)).toBe(0);
  await replaceErasedOriginals(files.parts);
  expect(await original(imageId)).not.toEqual(picture);
  expect((await files.call(null, `/${path}`)).status).toBe(200);
});

test('of a form that was refused nothing stays', async () => {
  const { admin, reportId, imageId, documentId } = await sent();
  const answer = await files.call(admin, `/internal/uploads?reportId=${reportId}`, { method: 'DELETE' });
  expect(answer.status).toBe(204);
  expect([await stored(imageId), await stored(documentId)]).toEqual([0, 0]);
});
