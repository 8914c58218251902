import { type EventHandlers, failpoint, roleChanged, sessionsEnded } from '@tma/kit';
import type { Files } from './context.ts';
import { saveAssignment } from './pictures/assignments.store.ts';
import { setHidden } from './pictures/hiding.store.ts';
import { removeRenderingsOfHidden } from './pictures/hiding.ts';
import { notePictureRemoved } from './pictures/pictures.store.ts';
import { removeAfterCommit } from './storage/removal.ts';
import { eraseOwner } from './uploads/owners.ts';
import { claimUploads } from './uploads/uploads.store.ts';

/**
 * A new report claims its uploads, and an accepted proof its picture. Pictures of hidden reports are not public, and
 * removed ones are deleted. Crew may read pictures of the reports that are assigned to them. The documents of an erased
 * account are deleted. Tokens of ended sessions are refused, and administrators have their current role.
 */
export const handlers = (files: Pick<Files, 'log' | 'removal' | 'pool' | 'storage'>): EventHandlers => ({
  SessionsEnded: sessionsEnded,
  RoleChanged: roleChanged,

  ReportCreated(report, tx) {
    const uploads = [report.imageId, report.documentId].filter((upload) => upload !== null);
    return claimUploads(tx, report, uploads);
  },

  async ProofAdded(proof, tx) {
    failpoint('proof-heard');
    await claimUploads(tx, proof, [proof.imageId]);
    removeRenderingsOfHidden(files, tx, proof.id);
  },

  ReportAssigned: ({ id, assignee }, tx, { time }) => saveAssignment(tx, id, assignee?.id ?? null, time),

  async ReportHidden({ id, hidden }, tx, { time }) {
    await setHidden(tx, id, hidden, time);
    removeRenderingsOfHidden(files, tx, id);
  },

  PictureRemoved: async ({ id }, tx) => removeAfterCommit(files, tx, await notePictureRemoved(tx, id), id),

  AccountDeleted: ({ id }, tx) => eraseOwner(files, tx, id),

  // A reporter without an account is identified by the report's id.
  ReportErased: ({ id }, tx) => eraseOwner(files, tx, id),
});
