import type { Db, Tx } from '@tma/kit';
import { nameInKey } from '../pictures/renderings.ts';
import { originalId } from '../storage/storage.ts';
import { noteDeleted, type Removal } from './removals.store.ts';

/**
 * Deletes the rows of a person's uploads of a report that was refused, or of the one with this id, unless they were claimed. A proof
 * goes by its id only: the report that it is for has others, which may not be claimed yet.
 */
export async function deleteUnclaimed(
  tx: Tx,
  reportId: string,
  ownerId: string,
  id: string | null,
): Promise<Removal[]> {
  const { rows } = await tx.query<Removal>(
    `with deleted as (
       delete from uploads where report_id = $1 and owner_id = $2 and claimed_at is null
         and case when $3::uuid is null then kind <> 'proof' else id = $3 end
       returning id, public_name
     ) ${noteDeleted}`,
    [reportId, ownerId, id],
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

/** @returns those keys of originals that have no row */
export async function findOrphans(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(
    `select key from unnest($1::text[], $2::uuid[]) as given (key, id)
     where not exists (select from uploads where uploads.id = given.id)`,
    [keys, keys.map(originalId)],
  );
  return rows.map(({ key }) => key);
}

/** @returns those keys of renderings whose picture has no row */
export async function findOrphanRenderings(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(
    `select key from unnest($1::text[], $2::text[]) as given (key, name)
     where not exists (select from uploads where public_name = given.name)`,
    [keys, keys.map(nameInKey)],
  );
  return rows.map(({ key }) => key);
}

/**
 * Claims a folder that is due to be looked through at `now`, for `seconds`: then it is due again, unless it was finished.
 * @returns null when none is due
 */
export async function claimFolder(db: Db, now: Date, seconds: number): Promise<string | null> {
  const { rows } = await db.query<{ folder: string }>(
    `update sweep_folders set due_at = $1::timestamptz + make_interval(secs => $2)
     where folder = (
       select folder from sweep_folders where due_at <= $1 order by due_at limit 1 for update skip locked
     ) returning folder`,
    [now, seconds],
  );
  return rows[0]?.folder ?? null;
}

/** Has a folder be looked through again so many seconds after `now`. */
export async function finishFolder(db: Db, folder: string, now: Date, seconds: number): Promise<void> {
  await db.query('update sweep_folders set due_at = $2::timestamptz + make_interval(secs => $3) where folder = $1', [
    folder,
    now,
    seconds,
  ]);
}
