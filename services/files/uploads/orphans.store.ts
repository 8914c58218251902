import { id } from '@tma/contracts';
import { allValues, type Db, execute, firstValue, onlyValue } from '@tma/kit';
import { originalId, publicNameIn } from '../storage/keys.ts';

/** What time it is by the database. */
export const timeOf = (db: Db) => onlyValue<Date>(db, 'select now()');

/**
 * Finds the originals without a row. Ids are UUIDv7: an original that is older than the first row belongs to another database,
 * which was moved, or is still to be restored. A key that has no id is no original: some tools make such keys for folders of a
 * bucket.
 * @returns the keys of these originals
 */
export function findOrphans(db: Db, keys: readonly string[]) {
  const originals = keys.filter((key) => id.safeParse(originalId(key)).success);
  return allValues<string>(
    db,
    `select key from unnest($1::text[], $2::uuid[]) as given (key, id)
     where given.id > (select id from uploads order by id limit 1)
       and not exists (select from uploads where uploads.id = given.id)`,
    [originals, originals.map(originalId)],
  );
}

/** @returns those keys of renderings whose picture has no row */
export const findOrphanRenderings = (db: Db, keys: readonly string[]) =>
  allValues<string>(
    db,
    `select key from unnest($1::text[], $2::text[]) as given (key, name)
     where not exists (select from uploads where public_name = given.name)`,
    [keys, keys.map(publicNameIn)],
  );

/** Claims a folder that is due at `now`: it is due again after `seconds`, unless it was finished. @returns null for none */
export const claimFolder = (db: Db, now: Date, seconds: number) =>
  firstValue<string>(
    db,
    `update sweep_folders set due_at = $1::timestamptz + make_interval(secs => $2)
     where folder = (
       select folder from sweep_folders where due_at <= $1 order by due_at limit 1 for update skip locked
     ) returning folder`,
    [now, seconds],
  );

/** Has a folder be looked through again so many seconds after `now`. */
export const finishFolder = (db: Db, folder: string, now: Date, seconds: number) =>
  execute(db, 'update sweep_folders set due_at = $2::timestamptz + make_interval(secs => $3) where folder = $1', [
    folder,
    now,
    seconds,
  ]);
