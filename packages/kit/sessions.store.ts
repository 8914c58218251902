import type { Db, Tx } from './db.ts';
import { affectedRows, execute } from './rows.ts';

/** Notes that sessions have ended, unless all their tokens have expired. @param until RFC 3339 */
export const noteEnded = (tx: Tx, sessionIds: readonly string[], until: string) =>
  execute(
    tx,
    `insert into ended_sessions (session_id, until)
     select unnest($1::uuid[]), $2 where $2::timestamptz > now() on conflict do nothing`,
    [sessionIds, until],
  );

/** A new role of an administrator. The newest counts. */
export interface NewRole {
  /** The administrator's. */
  id: string;
  role: string;
  /** Auth's version of the administrator: the higher, the newer. */
  version: number;
}

/** Notes a role, unless a newer one is noted, or every valid token has it already. `until` is RFC 3339. */
export const noteRole = (tx: Tx, { id, role, version, until }: NewRole & { until: string }) =>
  execute(
    tx,
    `insert into given_roles as noted (admin_id, role, version, until)
     select $1, $2, $3, $4 where $4::timestamptz > now()
     on conflict (admin_id) do update set role = excluded.role, version = excluded.version, until = excluded.until,
       written_by = excluded.written_by
     where noted.version < excluded.version`,
    [id, role, version, until],
  );

/** What became of sessions or of an administrator's role, and when it may be forgotten, in milliseconds since 1970. */
type Change = { id: string; until: number } & ({ role: null } | { role: string; version: number });

/** Where reading begins: before every transaction. */
export const beginning = '0';

/** The ended sessions and given roles that could not be read before `from`, perhaps others, and where to read from next. */
export async function readChanges(db: Db, from: string): Promise<{ changes: Change[]; next: string }> {
  const { rows } = await db.query<{ next: string } & (Change | { id: null })>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as next, id, extract(epoch from until)::float8 * 1000 as until,
       role, version
     from (values (1)) as always left join (
       select session_id as id, until, null as role, null as version, written_by from ended_sessions
       union all select admin_id, until, role, version, written_by from given_roles
     ) as changes on written_by >= $1::xid8 and until > now()`,
    [from],
  );
  const changes = rows.flatMap((row) => (row.id === null ? [] : [row]));
  return { changes, next: rows[0]?.next ?? from };
}

/** Deletes roles that every valid token has, at most so many. @returns how many */
export const forgetRoles = (db: Db, limit: number) =>
  affectedRows(
    db,
    `delete from given_roles where admin_id in
       (select admin_id from given_roles where until <= now() order by until limit $1)`,
    [limit],
  );

/** Deletes sessions without valid tokens, at most so many. @returns how many */
export const forgetEnded = (db: Db, limit: number) =>
  affectedRows(
    db,
    `delete from ended_sessions where session_id in
       (select session_id from ended_sessions where until <= now() order by until limit $1)`,
    [limit],
  );
