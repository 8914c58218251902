import type { Db } from '@tma/kit';

/** What names the files of a row that was deleted: a picture's public name, null of a document. */
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

/** At most `limit` of the files that are still to be removed, with ids after `after`. */
export async function readRemovals(db: Db, after: string, limit: number): Promise<Removal[]> {
  const { rows } = await db.query<Removal>('select id, public_name from removals where id > $1 order by id limit $2', [
    after,
    limit,
  ]);
  return rows;
}

/** Forgets files that were removed. */
export async function forgetRemoval(db: Db, id: string): Promise<void> {
  await db.query('delete from removals where id = $1', [id]);
}
