import { Readable } from 'node:stream';
import { notFound, unavailable } from '@tma/kit';
import PQueue from 'p-queue';
import type { Storage } from '../storage/storage.ts';
import { createDecoder } from './decoder.ts';
import { createLane } from './lane.ts';
import { type Picture, renderingKey, type Size, sizes, widths } from './renderings.ts';

/** With this many waiting in a lane, another one would only make everybody wait longer. */
const maxWaiting = 200;
/** Beyond this many, pictures are not prepared; they are rendered when they are asked for. */
const maxPrepared = 5000;

export interface Pictures {
  /** Whether an original can be decoded to its last row. Throws 503 when too many wait for their check. */
  canDecode(id: string, sender?: string): Promise<boolean>;
  /**
   * The key of a public rendering, which is made now unless it exists. Throws 404 when the picture cannot be decoded, 503 when
   * too many wait for theirs.
   */
  render(picture: Picture, size: Size): Promise<string>;
  /** Makes all renderings while no reader waits for one and no upload for its check. */
  prepare(picture: Picture): Promise<void>;
  /** Ends the process that decodes. */
  stop(): void;
}

/**
 * Checks and renders pictures in two lanes that take turns at the one process that decodes, so that neither a flood of
 * uploads keeps readers waiting nor the other way round. Preparing uses the readers' lane while no reader needs it, and not
 * while uploads wait for their check.
 */
export function createPictures(storage: Storage): Pictures {
  const uploads = createLane(storage);
  const readers = createLane(storage);
  const decoder = createDecoder();
  const preparing = new PQueue({ concurrency: 1 });
  const underway = new Map<string, Promise<void>>();

  async function make({ id }: Picture, size: Size, key: string): Promise<void> {
    if (await storage.stat(key)) return;
    const made = await decoder.decode(await readers.readOriginal(id), widths[size]);
    // It was taken by a version that refused less.
    if ('refused' in made) throw notFound();
    await storage.put(key, Readable.from([Buffer.from(made.content)]));
  }

  return {
    async canDecode(id, sender) {
      if (uploads.urgentWaiting() > maxWaiting) throw unavailable();
      const check = async () => 'content' in (await decoder.decode(await uploads.readOriginal(id), null));
      return uploads.runUrgent(check, sender);
    },

    async render(picture, size) {
      const key = renderingKey(picture.public_name, size);
      if (await storage.stat(key)) return key;
      if (readers.urgentWaiting() > maxWaiting) throw unavailable();
      const making =
        underway.get(key) ?? readers.runUrgent(() => make(picture, size, key)).finally(() => underway.delete(key));
      underway.set(key, making);
      await making;
      return key;
    },

    async prepare(picture) {
      if (preparing.size > maxPrepared) return;
      for (const size of sizes) {
        await preparing.add(async () => {
          await uploads.runDeferred(async () => {});
          await readers.runDeferred(() => make(picture, size, renderingKey(picture.public_name, size)));
        });
      }
    },

    stop: decoder.stop,
  };
}
