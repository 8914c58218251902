import type { Tx } from '@tma/kit';
import type { DeletedUpload } from './uploads.store.ts';

/** Deletes the rows of a person's documents, and whose the pictures were. Uploads that are still on their way are refused. */
export async function eraseOwner(tx: Tx, ownerId: string): Promise<DeletedUpload[]> {
  await tx.query('insert into erased_owners (id) values ($1) on conflict do nothing', [ownerId]);
  const { rows } = await tx.query<DeletedUpload>(
    `delete from uploads where owner_id = $1 and kind = 'document' returning id, public_name`,
    [ownerId],
  );
  await tx.query('update uploads set owner_id = null where owner_id = $1', [ownerId]);
  return rows;
}
