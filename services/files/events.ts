import { afterCommit, commitWith, type EventHandlers, failpoint, sessionsEnded } from '@tma/kit';
import type { Files } from './context.ts';
import { eraseOwner } from './stores/owners.store.ts';
import { claimUploads } from './stores/uploads.store.ts';

/** A new report claims its uploads, and a proof that was taken its picture; an erased account loses its documents; tokens of ended sessions count no more. */
export function handlers({ log, removal }: Pick<Files, 'log' | 'removal'>): EventHandlers {
  return {
    SessionsEnded: sessionsEnded,

    async ReportCreated({ id, tehsil, imageId, documentId }, tx) {
      await commitWith(tx, [claimUploads(tx, id, tehsil, documentId ? [imageId, documentId] : [imageId])]);
    },

    async ProofAdded({ id, tehsil, imageId }, tx) {
      failpoint('proof-heard');
      await commitWith(tx, [claimUploads(tx, id, tehsil, [imageId])]);
    },

    async AccountDeleted({ id }, tx) {
      const documents = await eraseOwner(tx, id);
      // Not awaited: other events do not wait for the storage. What fails is tried again.
      afterCommit(tx, async () => {
        removal.remove(documents).catch((error: Error) => log.warn({ err: error, id }, 'not removed yet'));
      });
    },
  };
}
