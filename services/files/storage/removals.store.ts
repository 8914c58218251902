import { allRows, type Db, execute } from '@tma/kit';

/** What the files of a deleted row are named by: the public name of a picture, null for a document. */
export interface Removal {
  id: string;
  public_name: string | null;
}

/**
 * SQL that notes what a statement `deleted (id, public_name)` deleted, in the same transaction. Its files are removed after
 * that, because a storage may take longer than a transaction is allowed to.
 */
export const noteDeleted = `insert into removals (id, public_name) select id, public_name from deleted
  on conflict do nothing returning id, public_name`;

/** How long a rendering may still be stored after its picture's files were removed: far longer than rendering takes. */
const settled = `removed_at <= now() - interval '10 minutes'`;

/** At most `limit` of the files that are to be removed now, with ids after `after`. */
export const readRemovals = (db: Db, after: string, limit: number) =>
  allRows<Removal>(
    db,
    `select id, public_name from removals
     where id > $1 and (removed_at is null or ${settled}) order by id limit $2`,
    [after, limit],
  );

/** Notes that files were removed. Those of a document are forgotten; those of a picture when they were removed once more. */
export const noteRemoved = (db: Db, id: string) =>
  execute(
    db,
    `with forgotten as (
       delete from removals where id = $1 and (public_name is null or ${settled}) returning id
     )
     update removals set removed_at = coalesce(removed_at, now())
     where id = $1 and not exists (select from forgotten)`,
    [id],
  );
