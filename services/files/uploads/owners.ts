import type { AnyCaller, Tx } from '@tma/kit';
import { type Removing, removeAfterCommit } from '../storage/removal.ts';
import { deletePapersOf, insertErasedOwner, lockOwner } from './owners.store.ts';

/**
 * Whose an upload is. What an administrator or another system sends of a report is of the person for whom they bring it, who has no account: the
 * report's own id stands for them, so that they can be erased like anybody.
 * @param isOfReport whether it is a file of the report itself, no picture of finished work
 */
export const ownerOf = (caller: AnyCaller, reportId: string, isOfReport: boolean): string =>
  caller.audience !== 'resident' && isOfReport ? reportId : caller.id;

/**
 * Deletes the documents of a person whose account was erased; uploads of theirs that are still under way are refused. Whose
 * pictures were is known until their originals are replaced.
 */
export async function eraseOwner(parts: Removing, tx: Tx, ownerId: string): Promise<void> {
  await lockOwner(tx, ownerId);
  await insertErasedOwner(tx, ownerId);
  removeAfterCommit(parts, tx, await deletePapersOf(tx, ownerId), ownerId);
}
