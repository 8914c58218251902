import { type Parts, repeat } from '@tma/kit';
import type { FilesOwn } from './context.ts';
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
        if (await storage.stat(original)) {
          await storage.put(original, await storage.get(await pictures.render(picture, 'full')));
        }
        await disownPicture(pool, picture.id);
      } catch (error) {
        log.warn({ err: error, id: picture.id }, 'the original of a picture could not be replaced; it is tried again');
      }
    }
    if (found.length < batch) return;
    after = found.at(-1)?.id ?? after;
  }
}

/** Does so every half minute. @returns what stops it */
export const startStripping = (erasing: Erasing) =>
  repeat(
    everyMs,
    () => stripErasedPictures(erasing),
    erasing.log,
    'originals of erased people could not be replaced; it is tried again',
  );
