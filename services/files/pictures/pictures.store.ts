import { allRows, anyRow, type Db, firstRow, type Tx } from '@tma/kit';
import type { Picture } from '../storage/keys.ts';
import { noteDeleted, type Removal } from '../storage/removals.store.ts';

/** A picture whose original is kept, and whether its report is hidden. */
export type KeptPicture = Picture & { hidden: boolean };

/** The picture with that public name, unless it could not be decoded a while ago. */
export const findPicture = (db: Db, publicName: string) =>
  firstRow<Picture>(
    db,
    `select id, public_name from uploads
     where public_name = $1 and not hidden and removed_at is null and coalesce(refused_until <= now(), true)`,
    [publicName],
  );

/** The same, also where its report is hidden. */
export const findKept = (db: Db, publicName: string) =>
  firstRow<KeptPicture>(
    db,
    'select id, public_name, hidden from uploads where public_name = $1 and removed_at is null',
    [publicName],
  );

/** Whether administrators removed the picture with that public name. */
export const isRemoved = (db: Db, publicName: string) =>
  anyRow(db, 'select from uploads where public_name = $1 and removed_at is not null', [publicName]);

/** Notes that the picture of a report was removed. @returns it, whose files are to be removed; nothing where that was noted before */
export const notePictureRemoved = (tx: Tx, reportId: string) =>
  allRows<Removal>(
    tx,
    `with deleted as (
       update uploads set removed_at = now() where report_id = $1 and kind = 'image' and removed_at is null
       returning id, public_name
     ) ${noteDeleted}`,
    [reportId],
  );

/** Pictures of erased people whose originals are still as they came, by id. @param after the id behind which to begin */
export async function picturesOfErased(db: Db, after: string, limit: number): Promise<KeptPicture[]> {
  const { rows } = await db.query<KeptPicture>(
    `select uploads.id, public_name, hidden from erased_owners join uploads on owner_id = erased_owners.id
     where kind = 'image' and uploads.id > $1 order by uploads.id limit $2`,
    [after, limit],
  );
  return rows;
}

/** Forgets whose a picture was. */
export const forgetOwner = (db: Db, id: string) => db.query('update uploads set owner_id = null where id = $1', [id]);
