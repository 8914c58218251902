import type { Db, Tx } from './db.ts';
import { affectedRows, allValues, execute } from './rows.ts';

/** The sealed keys that open links, the newest first. @param which with those that were replaced, or without them */
export function linkKeys(db: Db, which: { replaced: boolean }): Promise<Buffer[]> {
  const text = 'select sealed from link_keys where ends_at is null or ($1 and ends_at > now()) order by id desc';
  return allValues(db, text, [which.replaced]);
}

/** @returns the same */
export async function insertLinkKey(tx: Tx, sealed: Buffer): Promise<Buffer> {
  await execute(tx, 'insert into link_keys (sealed) values ($1)', [sealed]);
  return sealed;
}

/** Lets all keys end in so many seconds. */
export const endLinkKeys = (tx: Tx, seconds: number) =>
  execute(tx, 'update link_keys set ends_at = now() + make_interval(secs => $1) where ends_at is null', [seconds]);

/** Deletes keys that have ended, `limit` at most. @returns how many */
export const deleteEndedLinkKeys = (db: Db, limit: number) =>
  affectedRows(
    db,
    'delete from link_keys where id in (select id from link_keys where ends_at < now() order by id limit $1)',
    [limit],
  );
