import type { Tx } from '@tma/kit';
import { type Removing, removeAfterCommit } from '../storage/removal.ts';
import { notePictureRemoved } from './pictures.store.ts';

/** Removes the picture of a report for good: its original and its renderings, also one that is under way. */
export const removePictureOf = async (parts: Removing, tx: Tx, reportId: string): Promise<void> =>
  removeAfterCommit(parts, tx, await notePictureRemoved(tx, reportId), reportId);
