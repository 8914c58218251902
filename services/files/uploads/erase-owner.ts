import { afterCommit, type Parts, type Tx } from '@tma/kit';
import type { FileRemoval } from '../storage/removal.ts';
import { deletePapersOf, insertErasedOwner, lockOwner } from './owners.store.ts';

type Erasing = Pick<Parts, 'log'> & { removal: FileRemoval };

/**
 * Deletes the documents of a person whose account was erased; uploads of theirs that are still under way are refused. Whose
 * pictures were is known until their originals are replaced.
 */
export async function eraseOwner({ log, removal }: Erasing, tx: Tx, ownerId: string): Promise<void> {
  await lockOwner(tx, ownerId);
  await insertErasedOwner(tx, ownerId);
  const papers = await deletePapersOf(tx, ownerId);
  // Not awaited: other events do not wait for the storage. What fails is tried again.
  afterCommit(tx, async () => {
    removal.remove(papers).catch((error: Error) => log.warn({ err: error, id: ownerId }, 'not removed yet'));
  });
}
