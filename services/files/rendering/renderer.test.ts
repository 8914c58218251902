import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { originalKey, renderingKey } from '../storage/keys.ts';
import type { ReceivedFile, Storage } from '../storage/storage.ts';
import type { Claims } from './claims.store.ts';
import { Renderer } from './renderer.ts';

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
    async receive() {
      throw new Error('Nothing arrives here');
    },
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
  /** An upload with that content; reading it waits until `release` where its name is held. */
  const arrived = (name: string, content: Buffer): ReceivedFile => ({
    async read() {
      if (held.has(name)) await released;
      return content;
    },
    pieces: () => Readable.from([content]),
    keep: async () => {},
    close: async () => {},
  });
  return { storage, kept, held, release, arrived };
}

/** Claims of pictures that all have rows, known to this instance alone. */
function createMemoryClaims() {
  const known = { taken: new Set<string>(), refused: new Set<string>(), removed: new Set<string>(), begun: 0 };
  const claims: Claims = {
    async claim(id) {
      if (known.refused.has(id) || known.removed.has(id)) return 'none';
      if (known.taken.has(id)) return 'busy';
      known.taken.add(id);
      known.begun += 1;
      return 'claimed';
    },
    async release(id, outcome) {
      known.taken.delete(id);
      if (outcome === 'undecodable') known.refused.add(id);
    },
    exists: async (id) => !known.removed.has(id),
  };
  return { claims, known };
}

function start(timeoutMs?: number) {
  const memory = { ...createMemoryStorage(), ...createMemoryClaims() };
  const started = { ...memory, renderer: new Renderer(memory.storage, memory.claims, 1, undefined, timeoutMs) };
  all.push(started.renderer);
  return started;
}
const all: Renderer[] = [];
afterEach(() => {
  for (const renderer of all.splice(0)) renderer.stop();
});

test('while uploads wait for their cards, a reader is served', async () => {
  const { renderer, kept, held, release, arrived } = start();
  kept.set(originalKey('wanted'), photo);
  held.add('upload');
  const cards = Array.from({ length: 50 }, () => renderer.renderCard(arrived('upload', photo)));
  const key = await renderer.render(name('wanted'), 'card');
  expect(kept.has(key)).toBe(true);
  release();
  expect((await Promise.all(cards)).every((card) => card !== null)).toBe(true);
});

test('while a reader waits for a rendering, the cards of uploads are drawn', async () => {
  const { renderer, kept, held, release, arrived } = start();
  kept.set(originalKey('wanted'), photo);
  held.add(originalKey('wanted'));
  const shown = renderer.render(name('wanted'), 'card');
  expect(await renderer.renderCard(arrived('upload', photo))).not.toBeNull();
  release();
  await shown;
});

test('many who ask for the same rendering have it drawn once', async () => {
  const { renderer, kept, known } = start();
  kept.set(originalKey('wanted'), photo);
  await Promise.all(Array.from({ length: 20 }, () => renderer.render(name('wanted'), 'full')));
  expect(known.begun).toBe(1);
});

test('who asks while another instance draws gets what that has drawn', async () => {
  const { renderer, kept, known } = start();
  kept.set(originalKey('wanted'), photo);
  known.taken.add('wanted');
  const shown = renderer.render(name('wanted'), 'full');
  kept.set(renderingKey('wanted.webp', 'full'), photo);
  await shown;
  expect(known.begun).toBe(0);
});

test('a picture that cannot be decoded is not tried again', async () => {
  const { renderer, kept, known } = start();
  kept.set(originalKey('broken'), Buffer.from('of another time'));
  for (let time = 0; time < 3; time += 1) {
    await expect(renderer.render(name('broken'), 'full')).rejects.toMatchObject({ status: 404 });
  }
  expect(known.begun).toBe(1);
});

test('of a picture whose file is lost nothing is shown, and nothing is written, until it is there again', async () => {
  const { renderer, kept, known } = start();
  for (let time = 0; time < 2; time += 1) {
    await expect(renderer.render(name('lost'), 'full')).rejects.toMatchObject({ status: 404 });
  }
  expect(known.begun).toBe(0);
  kept.set(originalKey('lost'), photo);
  expect(kept.has(await renderer.render(name('lost'), 'full'))).toBe(true);
});

test('of a picture that is removed while it is drawn nothing stays', async () => {
  const { renderer, kept, held, release, known } = start();
  kept.set(originalKey('wanted'), photo);
  held.add(originalKey('wanted'));
  const shown = renderer.render(name('wanted'), 'full');
  await expect.poll(() => known.begun, { timeout: 20_000 }).toBe(1);
  known.removed.add('wanted');
  release();
  await expect(shown).rejects.toMatchObject({ status: 404 });
  expect([...kept.keys()]).toEqual([originalKey('wanted')]);
});

test('who waits too long is told to come back, and what was begun goes on', async () => {
  const { renderer, kept, held, release, known } = start(50);
  kept.set(originalKey('wanted'), photo);
  held.add(originalKey('wanted'));
  await expect(renderer.render(name('wanted'), 'full')).rejects.toMatchObject({
    status: 503,
    details: { headers: { 'retry-after': expect.any(String) } },
  });
  release();
  await expect.poll(() => kept.has(renderingKey('wanted.webp', 'full')), { timeout: 20_000 }).toBe(true);
  expect(known.begun).toBe(1);
});

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a TIFF', await sharp(photo).tiff().toBuffer()],
  ['nothing', Buffer.alloc(0)],
])('%s is not decoded', async (_what, content) => {
  const { renderer, arrived } = start();
  expect(await renderer.renderCard(arrived('x', content))).toBeNull();
});

test('of a moving picture the first frame is shown', async () => {
  const { renderer, kept, arrived } = start();
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
  expect(await renderer.renderCard(arrived('gif', kept.get(originalKey('gif')) ?? photo))).not.toBeNull();
  const shown = kept.get(await renderer.render(name('gif'), 'full')) ?? Buffer.alloc(0);
  const { width, height, pages = 1 } = await sharp(shown).metadata();
  expect([width, height, pages]).toEqual([8, 8, 1]);
  const { channels } = await sharp(shown).stats();
  expect(Math.abs((channels[0]?.mean ?? 0) - 60)).toBeLessThan(12);
});
