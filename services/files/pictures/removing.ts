import { afterCommit, type Parts, type Tx } from '@tma/kit';
import type { FileRemoval } from '../storage/removal.ts';
import { notePictureRemoved } from './removing.store.ts';

type Removing = Pick<Parts, 'log'> & { removal: FileRemoval };

/** Removes the picture of a report for good: its original and its renderings, also one that is under way. */
export async function removePictureOf({ log, removal }: Removing, tx: Tx, reportId: string): Promise<void> {
  const pictures = await notePictureRemoved(tx, reportId);
  // Not awaited: other events do not wait for the storage. What fails is tried again.
  afterCommit(tx, async () => {
    removal.remove(pictures).catch((error: Error) => log.warn({ err: error, id: reportId }, 'not removed yet'));
  });
}
