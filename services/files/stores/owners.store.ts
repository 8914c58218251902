import type { Db, Tx } from '@tma/kit';
import type { Picture } from '../pictures/renderings.ts';
import { noteDeleted, type Removal } from './removals.store.ts';

/**
 * Deletes the rows of a person's documents. Whose pictures were is known until their originals are replaced. Uploads that are
 * still on their way are refused.
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
  return rows;
}

/**
 * Pictures of erased people whose originals are still as they came, by id: of those whose erasure is known, and those whose
 * owner an earlier version has forgotten. @param after the id behind which to begin
 */
export async function picturesOfErased(db: Db, after: string, limit: number): Promise<Picture[]> {
  const { rows } = await db.query<Picture>(
    `(select uploads.id, public_name from erased_owners join uploads on owner_id = erased_owners.id
      where kind = 'image' and uploads.id > $1 order by uploads.id limit $2)
     union all
     (select id, public_name from uploads
      where kind = 'image' and owner_id is null and original_replaced_at is null and id > $1 order by id limit $2)
     order by id limit $2`,
    [after, limit],
  );
  return rows;
}

/** Forgets whose a picture was. */
export const disownPicture = (db: Db, id: string) =>
  db.query('update uploads set owner_id = null, original_replaced_at = now() where id = $1', [id]);
