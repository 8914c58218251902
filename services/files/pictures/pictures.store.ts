import { type Db, named, type Tx } from '@tma/kit';
import type { Picture } from '../storage/keys.ts';
import { noteDeleted, type Removal } from '../storage/removals.store.ts';

/** The picture with that public name, unless it could not be decoded a while ago. */
export async function findPicture(db: Db, publicName: string): Promise<Picture | null> {
  const { rows } = await db.query<Picture>(
    named(
      `select id, public_name from uploads
       where public_name = $1 and not hidden and removed_at is null and coalesce(refused_until <= now(), true)`,
    ),
    [publicName],
  );
  return rows[0] ?? null;
}

/** The same, also where its report is hidden. */
export async function findKept(db: Db, publicName: string): Promise<(Picture & { hidden: boolean }) | null> {
  const { rows } = await db.query<Picture & { hidden: boolean }>(
    named('select id, public_name, hidden from uploads where public_name = $1 and removed_at is null'),
    [publicName],
  );
  return rows[0] ?? null;
}

/** Whether administrators removed the picture with that public name. */
export async function isRemoved(db: Db, publicName: string): Promise<boolean> {
  const { rowCount } = await db.query(named('select from uploads where public_name = $1 and removed_at is not null'), [
    publicName,
  ]);
  return rowCount === 1;
}

/** Notes that the picture of a report was removed. @returns it, whose files are to be removed; nothing where that was noted before */
export async function notePictureRemoved(tx: Tx, reportId: string): Promise<Removal[]> {
  const { rows } = await tx.query<Removal>(
    named(`with deleted as (
       update uploads set removed_at = now() where report_id = $1 and kind = 'image' and removed_at is null
       returning id, public_name
     ) ${noteDeleted}`),
    [reportId],
  );
  return rows;
}

/** Pictures of erased people whose originals are still as they came, by id. @param after the id behind which to begin */
export async function picturesOfErased(
  db: Db,
  after: string,
  limit: number,
): Promise<(Picture & { hidden: boolean })[]> {
  const { rows } = await db.query<Picture & { hidden: boolean }>(
    `select uploads.id, public_name, hidden from erased_owners join uploads on owner_id = erased_owners.id
     where kind = 'image' and uploads.id > $1 order by uploads.id limit $2`,
    [after, limit],
  );
  return rows;
}

/** Forgets whose a picture was. */
export const forgetOwner = (db: Db, id: string) => db.query('update uploads set owner_id = null where id = $1', [id]);
