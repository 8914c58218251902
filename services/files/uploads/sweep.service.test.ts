import { Readable } from 'node:stream';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { originalKey, renderingKey, sizes } from '../storage/keys.ts';
import { type FilesService, startFiles } from '../testing/index.ts';
import { pdf, picture } from '../testing/samples.ts';
import { sweep } from './sweep.ts';

let files: FilesService;
beforeEach(async () => {
  files = await startFiles();
});
afterEach(() => files?.stop());

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const upload = async (reportId = uuid()) =>
  (await files.upload(await files.resident(), 'document', new Uint8Array(pdf()), reportId)).json();
async function claimed() {
  const reportId = uuid();
  const { id } = await upload(reportId);
  await files.handle('ReportCreated', { id: reportId, tehsil: 'Sahiwal', imageId: null, documentId: id });
  return id;
}

test('an upload that no report claimed is removed after a day, a claimed one never', async () => {
  const before = await claimed();
  await upload();
  const after = await claimed();
  expect(await sweep(files.parts, inHours(23))).toBe(0);
  expect(await sweep(files.parts, inHours(25))).toBe(1);
  expect(await sweep(files.parts, inHours(24 * 400))).toBe(0);
  expect((await files.stored()).sort()).toEqual([before, after].sort());
});

test('while no claims arrive, a missing claim means nothing: accepted reports keep their files', async () => {
  await claimed();
  await upload();
  expect(await sweep(files.parts, inHours(100))).toBe(0);
  await claimed();
  expect(await sweep(files.parts, inHours(100))).toBe(1);
});

test('renderings are removed with their picture', async () => {
  const content = new Uint8Array(await picture(60, 40).png().toBuffer());
  const { path } = await (await files.upload(await files.resident(), 'image', content, uuid())).json();
  await files.call(null, `/${path}`);
  expect(await files.stored()).toHaveLength(3);
  await claimed();
  await sweep(files.parts, inHours(25));
  expect(await files.stored()).toHaveLength(1);
  expect((await files.call(null, `/${path}`)).status).toBe(404);
});

test('originals of before the first row are of another database, and stay', async () => {
  const { storage } = files.parts;
  const key = originalKey(uuid());
  await storage.put(key, Readable.from(['of before']));
  expect(await sweep(files.parts, inHours(48))).toBe(0);
  await claimed();
  expect(await sweep(files.parts, inHours(96))).toBe(0);
  expect(await storage.stat(key)).not.toBeNull();
  await storage.delete(key);
});

test('what a crash left is removed: a file without a row, an incomplete file', async () => {
  const { storage } = files.parts;
  const known = await claimed();
  await storage.put(originalKey(uuid()), Readable.from(['orphan']));
  await storage.put('arriving/half', Readable.from(['half']));
  expect(await sweep(files.parts, inHours(23))).toBe(0);
  expect(await sweep(files.parts, inHours(48))).toBe(2);
  expect(await files.stored()).toEqual([known]);
});

test('what is no original among them stays, and keeps nothing from being removed', async () => {
  const { storage } = files.parts;
  const known = await claimed();
  const orphan = originalKey(uuid());
  await storage.put(orphan, Readable.from(['orphan']));
  await storage.put(`${orphan.slice(0, orphan.lastIndexOf('/'))}/.DS_Store`, Readable.from(['of a tool']));
  expect(await sweep(files.parts, inHours(48))).toBe(1);
  expect((await files.stored()).sort()).toEqual(['.DS_Store', known].sort());
});

test('a rendering whose picture is gone is removed, as after the restore of an older backup; others stay', async () => {
  const { storage } = files.parts;
  const reportId = uuid();
  const content = new Uint8Array(await picture(60, 40).png().toBuffer());
  const { id, path } = await (await files.upload(await files.resident(), 'image', content, reportId)).json();
  await files.handle('ReportCreated', { id: reportId, tehsil: 'Sahiwal', imageId: id, documentId: null });
  expect((await files.call(null, `/${path}?w=240`)).status).toBe(200);
  const gone = 'ab0123456789abcdef0123456789abcd.webp';
  for (const size of sizes) await storage.put(renderingKey(gone, size), Readable.from(['orphan']));
  expect((await files.call(null, `/uploads/${gone}?w=240`)).status).toBe(200);
  expect(await sweep(files.parts, inHours(23))).toBe(0);
  expect(await sweep(files.parts, inHours(48))).toBe(sizes.length);
  expect((await files.call(null, `/uploads/${gone}?w=240`)).status).toBe(404);
  expect((await files.call(null, `/${path}?w=240`)).status).toBe(200);
  expect(await files.stored()).toHaveLength(3);
});

test('each folder is looked through by one instance a day; one whose instance was killed, an hour later by another', async () => {
  const { storage } = files.parts;
  const list = vi.spyOn(storage, 'list');
  const listed = () => list.mock.calls.map(([folder]) => folder).toSorted();
  const numbers = [...Array(256).keys()].map((number) => number.toString(16).padStart(2, '0'));
  const all = numbers.flatMap((number) => [`originals/${number}`, `public/${number}`]);
  const everyFolder = ['arriving', ...all].toSorted();
  await Promise.all([1, 2, 3].map(() => sweep(files.parts, inHours(25))));
  expect(listed()).toEqual(everyFolder);
  await sweep(files.parts, inHours(48));
  expect(listed()).toEqual(everyFolder);

  const known = await claimed();
  const orphan = originalKey(uuid());
  await storage.put(orphan, Readable.from(['orphan']));
  list.mockClear();
  list.mockImplementationOnce(() => {
    throw new Error('killed');
  });
  await expect(sweep(files.parts, inHours(50))).rejects.toThrow('killed');
  await sweep(files.parts, inHours(50));
  await sweep(files.parts, inHours(51));
  const [killed, ...others] = list.mock.calls.map(([folder]) => folder);
  expect(others.filter((folder) => folder === killed)).toHaveLength(1);
  expect(others.toSorted()).toEqual(everyFolder);
  expect(await files.stored()).toEqual([known]);
});
