import { type EventHandlers, failpoint, sessionsEnded } from '@tma/kit';
import type { Files } from './context.ts';
import { hidePictures, removeRenderingsOfHidden } from './pictures/hiding.ts';
import { eraseOwner } from './uploads/erase-owner.ts';
import { claimUploads } from './uploads/uploads.store.ts';

/** A new report claims its uploads, and a proof that was taken its picture; pictures of hidden reports are not public; an erased account loses its documents; tokens of ended sessions count no more. */
export const handlers = (files: Pick<Files, 'log' | 'removal' | 'pool' | 'storage'>): EventHandlers => ({
  SessionsEnded: sessionsEnded,

  ReportCreated: ({ id, tehsil, imageId, documentId }, tx) =>
    claimUploads(
      tx,
      id,
      tehsil,
      [imageId, documentId].filter((upload) => upload !== null),
    ),

  async ProofAdded({ id, tehsil, imageId }, tx) {
    failpoint('proof-heard');
    await claimUploads(tx, id, tehsil, [imageId]);
    removeRenderingsOfHidden(files, tx, id);
  },

  ReportHidden: ({ id, hidden }, tx) => hidePictures(files, tx, id, hidden),

  AccountDeleted: ({ id }, tx) => eraseOwner(files, tx, id),
});
