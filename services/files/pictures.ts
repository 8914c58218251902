import { Readable } from 'node:stream';
import { unavailable } from '@tma/kit';
import sharp from 'sharp';
import { createScratch } from './scratch.ts';
import { originalKey, type Storage } from './storage.ts';
import { createTurns } from './turns.ts';

/** The longest side of what the public sees, in pixels: the whole picture and the card. */
export const widths = { full: 1600, card: 480 } as const;
export type Size = keyof typeof widths;

/** Beyond this a picture is refused before it is decoded. */
const maxPixels = 50_000_000;
/** With this many waiting for a rendering, more would only make everybody wait. */
const maxWaiting = 200;
/** What is not prepared is rendered when it is asked for. */
const maxPrepared = 5000;

// Decoding holds a few originals at a time; caches of sharp's own would only add to that.
sharp.cache(false);
sharp.concurrency(1);
// Whatever a file claims to be, no other decoder sees it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((type) => `VipsForeignLoad${type}`),
});

export interface Pictures {
  /** Whether an original can be decoded to its last row. */
  decodes(id: string): Promise<boolean>;
  /** A public rendering's key, for somebody who waits for it; it is made now unless it was made before. */
  render(image: Picture, size: Size): Promise<string>;
  /** Makes both renderings when nobody waits for another one. */
  prepare(image: Picture): Promise<void>;
}

export interface Picture {
  id: string;
  public_name: string;
}

export const renderingKey = (publicName: string, size: Size) =>
  `public/${publicName.slice(0, 2)}/${publicName}.${widths[size]}`;

/**
 * Checks and renders pictures, one at a time in each of two lanes, so that neither a flood of uploads keeps readers waiting
 * nor the other way round. Preparing has the readers' lane when no reader wants it, and not while uploads wait for their
 * check. Both lanes together leave threads for the disk (libuv has four).
 */
export function createPictures(storage: Storage): Pictures {
  const uploads = createLane(storage);
  const readers = createLane(storage);
  const preparing = createTurns(1);
  const underway = new Map<string, Promise<void>>();

  async function make(image: Picture, size: Size, key: string): Promise<void> {
    if (await storage.stat(key)) return;
    const content = await webp(await readers.original(image.id), widths[size]);
    await storage.put(key, Readable.from([content]));
  }

  return {
    decodes: (id) => uploads.soon(async () => canDecode(await uploads.original(id))),

    async render(image, size) {
      const key = renderingKey(image.public_name, size);
      if (await storage.stat(key)) return key;
      if (readers.waiting().soon > maxWaiting) throw unavailable();
      const known = underway.get(key);
      const making = known ?? readers.soon(() => make(image, size, key)).finally(() => underway.delete(key));
      underway.set(key, making);
      await making;
      return key;
    },

    async prepare(image) {
      if (preparing.waiting().soon > maxPrepared) return;
      for (const size of ['card', 'full'] as const) {
        await preparing.soon(async () => {
          await uploads.later(async () => {});
          await readers.later(() => make(image, size, renderingKey(image.public_name, size)));
        });
      }
    },
  };
}

/** One picture at a time, and the memory for its original. */
function createLane(storage: Storage) {
  const read = createScratch();
  return { ...createTurns(1), original: async (id: string) => read(await storage.get(originalKey(id))) };
}

/** A tiny result is enough: every row is read for it, and JPEG decodes at an eighth of its size (5 times as fast). */
async function canDecode(content: Buffer): Promise<boolean> {
  try {
    const image = sharp(content, { limitInputPixels: maxPixels, failOn: 'error' });
    await image.resize(16, 16, { fit: 'inside' }).raw().toBuffer();
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

/** Upright, without metadata, at most `side` pixels a side. */
const webp = (content: Buffer, side: number) =>
  sharp(content, { limitInputPixels: maxPixels })
    .rotate()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
