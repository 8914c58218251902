import type { EventHandlers, Parts } from '@tma/kit';
import type { Pictures } from './pictures.ts';
import { removeFiles } from './remove.ts';
import type { Storage } from './storage.ts';
import * as store from './store.ts';

/** What files does when it handlers of something: a report claims its uploads, an erased account loses its documents. */
export function handlers(parts: Pick<Parts, 'log'> & { storage: Storage; pictures: Pictures }): EventHandlers {
  const { log, pictures } = parts;
  return {
    async ReportCreated({ id, tehsil, imageId, documentId }, tx) {
      const picture = await store.claim(tx, id, tehsil, documentId ? [imageId, documentId] : [imageId]);
      if (!picture) return;
      // Nobody waits for this: what is not rendered now is rendered when it is asked for.
      pictures.prepare(picture).catch((error: Error) => log.warn({ err: error, id }, 'not rendered yet'));
    },

    // The files go first: should the transaction fail after that, the event comes again and finds nothing to remove.
    async AccountDeleted({ id }, tx) {
      await removeFiles(parts, await store.eraseOwner(tx, id));
    },
  };
}
