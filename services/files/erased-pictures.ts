import { HttpError, type Parts, repeat } from '@tma/kit';
import type { FilesOwn } from './context.ts';
import type { Pictures } from './pictures/pictures.ts';
import type { Picture } from './pictures/renderings.ts';
import { originalKey } from './storage/storage.ts';
import { disownPicture, picturesOfErased } from './stores/owners.store.ts';

type Erasing = Pick<Parts, 'pool' | 'log'> & Pick<FilesOwn, 'pictures' | 'storage'>;

const everyMs = 30_000;
const batch = 50;

/**
 * Puts what everybody sees in the place of the originals of erased people's pictures: those say where, when and with what
 * they were taken. Until then the row says whose it is. One that fails costs the others nothing, and is tried again.
 */
export async function stripErasedPictures({ pool, log, pictures, storage }: Erasing): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const found = await picturesOfErased(pool, after, batch);
    for (const picture of found) {
      const original = originalKey(picture.id);
      try {
        const shown = (await storage.stat(original)) && (await keyOfShown(pictures, picture));
        if (shown) await storage.put(original, await storage.get(shown));
        else await storage.delete(original);
        await disownPicture(pool, picture.id);
      } catch (error) {
        log.warn({ err: error, id: picture.id }, 'the original of a picture could not be replaced; it is tried again');
      }
    }
    if (found.length < batch) return;
    after = found.at(-1)?.id ?? after;
  }
}

/** The key of what everybody sees of a picture; null where it can no longer be decoded, and so nobody sees it. */
const keyOfShown = (pictures: Pictures, picture: Picture): Promise<string | null> =>
  pictures.render(picture, 'full').catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 404) return null;
    throw error;
  });

/** Does so every half minute. @returns what stops it */
export const startStripping = (erasing: Erasing) =>
  repeat(
    everyMs,
    () => stripErasedPictures(erasing),
    erasing.log,
    'originals of erased people could not be replaced; it is tried again',
  );
