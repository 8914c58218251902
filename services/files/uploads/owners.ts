import type { AnyCaller, Tx } from '@tma/kit';
import { type Removing, removeAfterCommit } from '../storage/removal.ts';
import { deletePapersOf, insertErasedOwner, lockOwner } from './owners.store.ts';

/**
 * The owner of an upload. A file that an administrator or another system sends for a person without an account belongs
 * to that person: the report's id identifies them, so that they can be erased like anybody else.
 * @param isOfReport whether it is a file of the report itself, not a picture of finished work
 */
export const ownerOf = (caller: AnyCaller, reportId: string, isOfReport: boolean): string =>
  caller.audience !== 'resident' && isOfReport ? reportId : caller.id;

/**
 * Deletes the documents of a person whose account was erased; uploads of theirs that still arrive are refused. Whose pictures were
 * is still known until their originals are replaced.
 */
export async function eraseOwner(parts: Removing, tx: Tx, ownerId: string): Promise<void> {
  await lockOwner(tx, ownerId);
  await insertErasedOwner(tx, ownerId);
  removeAfterCommit(parts, tx, await deletePapersOf(tx, ownerId), ownerId);
}
