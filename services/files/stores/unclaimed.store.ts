import type { Db, Tx } from '@tma/kit';
import { noteDeleted, type Removal } from './removals.store.ts';

/** Deletes the rows of a person's uploads of a report that was refused, unless they were claimed. */
export async function deleteUnclaimed(tx: Tx, reportId: string, ownerId: string): Promise<Removal[]> {
  const { rows } = await tx.query<Removal>(
    `with deleted as (
       delete from uploads where report_id = $1 and owner_id = $2 and claimed_at is null returning id, public_name
     ) ${noteDeleted}`,
    [reportId, ownerId],
  );
  return rows;
}

/**
 * Deletes the rows of at most `limit` uploads from before `before` that no report claimed. One is kept until a later one was
 * claimed: while no claims arrive, a missing claim means nothing.
 */
export async function deleteUnclaimedBefore(tx: Tx, before: Date, limit: number): Promise<Removal[]> {
  const { rows } = await tx.query<Removal>(
    `with deleted as (
       delete from uploads where id in (
         select id from uploads
         where claimed_at is null and created_at < $1
           and created_at < (select max(created_at) from uploads where claimed_at is not null)
         order by created_at limit $2 for update skip locked
       ) returning id, public_name
     ) ${noteDeleted}`,
    [before, limit],
  );
  return rows;
}

/** @returns those of the ids that have no row */
export async function findOrphans(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from unnest($1::uuid[]) as given (id) where not exists (select from uploads where uploads.id = given.id)',
    [ids],
  );
  return rows.map(({ id }) => id);
}
