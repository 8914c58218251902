import { type EventHandlers, sessionsEnded } from '@tma/kit';
import type { Files } from './context.ts';
import { removeFiles } from './remove-files.ts';
import { eraseOwner } from './stores/owners.store.ts';
import { claimUploads } from './stores/uploads.store.ts';

/** A new report claims its uploads; an erased account loses its documents; tokens of ended sessions count no more. */
export function handlers({ log, pictures, storage }: Pick<Files, 'log' | 'pictures' | 'storage'>): EventHandlers {
  return {
    SessionsEnded: sessionsEnded,

    async ReportCreated({ id, tehsil, imageId, documentId }, tx) {
      const picture = await claimUploads(tx, id, tehsil, documentId ? [imageId, documentId] : [imageId]);
      if (!picture) return;
      // Not awaited: what is not rendered now is rendered when it is asked for.
      pictures.prepare(picture).catch((error: Error) => log.warn({ err: error, id }, 'not rendered yet'));
    },

    // The files are removed first: should the transaction fail after that, the event comes again and removes nothing.
    async AccountDeleted({ id }, tx) {
      await removeFiles(storage, await eraseOwner(tx, id));
    },
  };
}
