import type { Tx } from '@tma/kit';
import { noteDeleted, type Removal } from './removals.store.ts';

/**
 * Deletes the rows of a person's documents, and whose the pictures were. Uploads that are still on their way are refused.
 * @returns the documents, whose files are to be removed
 */
export async function eraseOwner(tx: Tx, ownerId: string): Promise<Removal[]> {
  // Uploads under way are inserted before this, and deleted here, or after it, and refused.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [ownerId]);
  await tx.query('insert into erased_owners (id) values ($1) on conflict do nothing', [ownerId]);
  const { rows } = await tx.query<Removal>(
    `with deleted as (
       delete from uploads where owner_id = $1 and kind = 'document' returning id, public_name
     ) ${noteDeleted}`,
    [ownerId],
  );
  await tx.query('update uploads set owner_id = null where owner_id = $1', [ownerId]);
  return rows;
}
