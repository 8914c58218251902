import { Readable } from 'node:stream';
import { type Parts, repeat } from '@tma/kit';
import { type Renderer, unlessNone } from '../rendering/renderer.ts';
import { batchesById } from '../storage/by-id.ts';
import { originalKey } from '../storage/keys.ts';
import type { Storage } from '../storage/storage.ts';
import { forgetOwner, type KeptPicture, picturesOfErased } from './pictures.store.ts';

type Erasing = Pick<Parts, 'pool' | 'log'> & { renderer: Pick<Renderer, 'render' | 'drawHidden'>; storage: Storage };

const everyMs = 30_000;
const batch = 50;

/**
 * Replaces the originals of erased people's pictures by what everybody sees: originals say where, when and with what they were
 * taken. Until then the row says whose it is. One that fails costs the others nothing, and is tried again.
 */
export async function replaceErasedOriginals(parts: Erasing): Promise<void> {
  const read = (after: string, limit: number) => picturesOfErased(parts.pool, after, limit);
  for await (const pictures of batchesById(batch, read)) {
    for (const picture of pictures) {
      await replaceOriginal(parts, picture).catch((error: unknown) => {
        const { id } = picture;
        parts.log.warn({ err: error, id }, 'the original of a picture could not be replaced; it is tried again');
      });
    }
  }
}

async function replaceOriginal({ pool, renderer, storage }: Erasing, picture: KeptPicture): Promise<void> {
  const original = originalKey(picture.id);
  const shown = (await storage.stat(original)) && (await shownOf({ renderer, storage }, picture));
  // A storage that fails before it reads leaves it open, and with it a connection to the S3 server.
  if (shown) await storage.put(original, shown).finally(() => shown.destroy());
  else await storage.delete(original);
  await forgetOwner(pool, picture.id);
}

/** What everybody sees of a picture, or would if it were not hidden; null where it can no longer be decoded, and so nobody sees it. */
async function shownOf({ renderer, storage }: Pick<Erasing, 'renderer' | 'storage'>, picture: KeptPicture) {
  const rendering = picture.hidden ? null : await unlessNone(renderer.render(picture, 'full'));
  if (rendering) return storage.get(rendering);
  // It may have been hidden meanwhile: only the decoder says that there is nothing to be seen.
  const drawn = await unlessNone(renderer.drawHidden(picture, 'erasure'));
  return drawn && Readable.from([Buffer.from(drawn)]);
}

/** Does so every half minute. @returns what stops it */
export const startReplacingOriginals = (parts: Erasing) =>
  repeat(
    everyMs,
    () => replaceErasedOriginals(parts),
    parts.log,
    'originals of erased people could not be replaced; it is tried again',
  );
