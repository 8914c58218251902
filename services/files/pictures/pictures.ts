import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { HttpError, notFound, unavailable } from '@tma/kit';
import { type Arrived, originalKey, type Storage } from '../storage/storage.ts';
import type { Drawings } from '../stores/drawings.store.ts';
import { createDecoder, type Drawing, Telling } from './decoder.ts';
import { createLane } from './lane.ts';
import { type Picture, renderingKey, type Size, widths } from './renderings.ts';

/** With this many waiting in a lane, another one would only make everybody wait longer. */
const maxWaiting = 200;
/** More pictures at once than this never have room in the process that decodes. */
const maxAtOnce = 3;
/** How often it is looked whether another instance has drawn a picture, in milliseconds. */
const lookEveryMs = 250;

export interface Pictures {
  /**
   * The card of an upload, how it looks, and of a proof when it was taken; null when it cannot be decoded to its last row. Throws 503
   * when too many wait for theirs.
   */
  drawCard(upload: Arrived, sender?: string, isProof?: boolean): Promise<Drawing | null>;
  /** Stores a card. Nothing stays of one whose picture was removed meanwhile. */
  keepCard(picture: Picture, card: Uint8Array): Promise<void>;
  /**
   * The key of a public rendering, which is made now unless it exists: once, however many ask for it and of how many instances.
   * Throws 404 when the picture cannot be decoded, 503 when it takes too long or too many wait for theirs.
   */
  render(picture: Picture, size: Size): Promise<string>;
  /** Ends the process that decodes. */
  stop(): void;
}

/**
 * Draws pictures in two lanes that take turns at the one process that decodes, so that neither a flood of uploads keeps readers
 * waiting nor the other way round.
 * @param cores how many processors there are
 * @param patienceMs how long somebody waits for a rendering; the gateway waits 10 s. What was begun goes on
 */
export function createPictures(storage: Storage, drawings: Drawings, cores: number, patienceMs = 8000): Pictures {
  const atOnce = Math.min(cores, maxAtOnce);
  const uploads = createLane(atOnce);
  const readers = createLane(atOnce);
  const decoder = createDecoder(atOnce);
  const underway = new Map<string, Promise<void>>();

  /** Stores a rendering; its picture may have been removed while it was drawn. @returns whether it is there */
  async function keep({ id, public_name }: Picture, size: Size, content: Uint8Array): Promise<boolean> {
    const key = renderingKey(public_name, size);
    await storage.put(key, Readable.from([Buffer.from(content)]));
    if (await drawings.exists(id)) return true;
    await storage.delete(key);
    return false;
  }

  /** Draws a picture whose drawing was taken. Throws 404 when it cannot be decoded: it was taken by a version that refused less. */
  async function draw(picture: Picture, size: Size, original: Buffer): Promise<void> {
    const drawn = await decoder.draw(original, widths[size]);
    if ('refused' in drawn || !(await keep(picture, size, drawn.content))) throw notFound();
  }

  /** The key of what a version is drawn from: the smallest one from the card, which is there mostly, at a hundredth of the work. */
  async function sourceOf({ id, public_name }: Picture, size: Size): Promise<string> {
    const card = renderingKey(public_name, 'card');
    return size === 'sparing' && (await storage.stat(card)) ? card : originalKey(id);
  }

  /**
   * Looks for the rendering only with the drawing taken: between a look and the taking another instance may have drawn it.
   * @returns whether the rendering is there; false while another instance draws it
   */
  const drawOnce = (picture: Picture, size: Size) =>
    readers.run(async ({ read }) => {
      const isThere = async () => (await storage.stat(renderingKey(picture.public_name, size))) !== null;
      const begun = await drawings.begin(picture.id);
      if (begun === 'none') throw notFound();
      if (begun === 'busy') return isThere();
      try {
        if (!(await isThere())) {
          await draw(picture, size, await read(await storage.get(await sourceOf(picture, size))));
        }
        await drawings.end(picture.id, 'drawn');
        return true;
      } catch (error) {
        const isRefused = error instanceof HttpError && error.status === 404;
        await drawings.end(picture.id, isRefused ? 'refused' : 'failed');
        throw error;
      }
    });

  async function make(picture: Picture, size: Size): Promise<void> {
    for (const end = Date.now() + patienceMs; Date.now() < end; await wait(lookEveryMs)) {
      if (await drawOnce(picture, size)) return;
    }
    throw unavailable();
  }

  return {
    async drawCard(upload, sender, isProof = false) {
      if (uploads.waiting() > maxWaiting) throw unavailable();
      return uploads.run(async ({ allocate }) => {
        const telling = isProof ? Telling.all : Telling.hash;
        const drawn = await decoder.draw(await upload.read(allocate), widths.card, telling);
        return 'content' in drawn ? drawn : null;
      }, sender);
    },

    async keepCard(picture, card) {
      await keep(picture, 'card', card);
    },

    async render(picture, size) {
      const key = renderingKey(picture.public_name, size);
      if (await storage.stat(key)) return key;
      if (!underway.has(key) && readers.waiting() > maxWaiting) throw unavailable();
      const making = underway.get(key) ?? make(picture, size).finally(() => underway.delete(key));
      underway.set(key, making);
      await withPatience(making, patienceMs);
      return key;
    },

    stop: decoder.stop,
  };
}

/** Throws 503 when work takes longer than somebody waits for it, in milliseconds. */
async function withPatience(work: Promise<void>, patienceMs: number): Promise<void> {
  const tooLong = new AbortController();
  const late = wait(patienceMs, undefined, { signal: tooLong.signal }).then(() => Promise.reject(unavailable()));
  late.catch(() => {});
  await Promise.race([work, late]).finally(() => tooLong.abort());
}
