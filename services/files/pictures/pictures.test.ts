import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { originalKey, type Storage } from '../storage/storage.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { renderingKey } from './renderings.ts';

const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'green' } })
  .jpeg()
  .toBuffer();
const name = (id: string) => ({ id, public_name: `${id}.webp` });

/** A storage in memory; reading a key in `held` waits until `release`. */
function createMemoryStorage() {
  const kept = new Map<string, Buffer>();
  const held = new Set<string>();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const storage: Storage = {
    async put(key, content) {
      kept.set(key, await buffer(content));
    },
    async get(key) {
      if (held.has(key)) await released;
      return Readable.from([kept.get(key) ?? Buffer.alloc(0)]);
    },
    async stat(key) {
      const content = kept.get(key);
      return content ? { size: content.length, modifiedAt: new Date() } : null;
    },
    async delete(key) {
      kept.delete(key);
    },
    async *list() {
      yield* kept.keys();
    },
  };
  return { storage, kept, held, release };
}

describe('while uploads wait for their check', () => {
  let memoryStorage: ReturnType<typeof createMemoryStorage>;
  let pictures: Pictures;
  let checks: Promise<boolean>[];
  beforeEach(() => {
    memoryStorage = createMemoryStorage();
    pictures = createPictures(memoryStorage.storage);
    for (const id of ['upload', 'wanted', 'claimed']) memoryStorage.kept.set(originalKey(id), photo);
    memoryStorage.held.add(originalKey('upload'));
    checks = Array.from({ length: 50 }, () => pictures.canDecode('upload'));
  });

  test('a reader is served', async () => {
    const key = await pictures.render(name('wanted'), 'card');
    expect(memoryStorage.kept.has(key)).toBe(true);
    memoryStorage.release();
    expect(new Set(await Promise.all(checks))).toEqual(new Set([true]));
  });

  test('nothing is prepared; afterwards it is', async () => {
    const preparing = pictures.prepare(name('claimed'));
    await pictures.render(name('wanted'), 'full');
    expect(memoryStorage.kept.has(renderingKey('claimed.webp', 'card'))).toBe(false);
    memoryStorage.release();
    await preparing;
    expect(memoryStorage.kept.has(renderingKey('claimed.webp', 'card'))).toBe(true);
    expect(memoryStorage.kept.has(renderingKey('claimed.webp', 'full'))).toBe(true);
  });
});

test('while a reader waits for a rendering, uploads are checked', async () => {
  const memoryStorage = createMemoryStorage();
  const pictures = createPictures(memoryStorage.storage);
  for (const id of ['upload', 'wanted']) memoryStorage.kept.set(originalKey(id), photo);
  memoryStorage.held.add(originalKey('wanted'));
  const shown = pictures.render(name('wanted'), 'card');
  expect(await pictures.canDecode('upload')).toBe(true);
  memoryStorage.release();
  await shown;
});

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a TIFF', await sharp(photo).tiff().toBuffer()],
  ['nothing', Buffer.alloc(0)],
])('%s is not decoded', async (_what, content) => {
  const { storage, kept } = createMemoryStorage();
  kept.set(originalKey('x'), content);
  expect(await createPictures(storage).canDecode('x')).toBe(false);
});

test('of a moving picture the first frame is shown', async () => {
  const { storage, kept } = createMemoryStorage();
  const frames = [60, 200].map((shade) => ({
    create: { width: 8, height: 8, channels: 3 as const, background: { r: shade, g: 0, b: 0 } },
  }));
  const pngs = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()));
  kept.set(
    originalKey('gif'),
    await sharp(pngs, { join: { animated: true } })
      .gif()
      .toBuffer(),
  );
  const pictures = createPictures(storage);
  expect(await pictures.canDecode('gif')).toBe(true);
  const shown = kept.get(await pictures.render(name('gif'), 'full')) ?? Buffer.alloc(0);
  const { width, height, pages = 1 } = await sharp(shown).metadata();
  expect([width, height, pages]).toEqual([8, 8, 1]);
  const { channels } = await sharp(shown).stats();
  expect(Math.abs((channels[0]?.mean ?? 0) - 60)).toBeLessThan(12);
});
