import { type Db, named, type Tx } from './db.ts';

/** Notes that sessions have ended. What no token can outlive any more is not noted. @param until RFC 3339 */
export async function noteEnded(tx: Tx, sessionIds: readonly string[], until: string): Promise<void> {
  await tx.query(
    named(`insert into ended_sessions (session_id, until)
     select unnest($1::uuid[]), $2 where $2::timestamptz > now() on conflict do nothing`),
    [sessionIds, until],
  );
}

/** Where reading begins: before every transaction. */
export const beginning = '0';

/**
 * The sessions that have ended, of those that were not there to be read at `from`, and perhaps some that were.
 * @returns each with when it may be forgotten, in milliseconds since 1970, and where to read from next time
 */
export async function readEnded(db: Db, from: string) {
  const { rows } = await db.query<{ next: string; id: string | null; until: number }>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as next, session_id as id,
       extract(epoch from until)::float8 * 1000 as until
     from (values (1)) as always left join ended_sessions on written_by >= $1::xid8 and until > now()`,
    [from],
  );
  const sessions = rows.flatMap(({ id, until }) => (id === null ? [] : [{ id, until }]));
  return { sessions, next: rows[0]?.next ?? from };
}

/** Forgets sessions of which no token is valid any more, at most so many. @returns how many */
export async function forgetEnded(db: Db, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from ended_sessions where session_id in
       (select session_id from ended_sessions where until <= now() order by until limit $1)`,
    [limit],
  );
  return rowCount ?? 0;
}
