import { lifetimes } from '@tma/contracts';
import { allRows, anyRow, type Db, type Tx } from '@tma/kit';

/** Where the sessions of an audience are: when each was last used as far as its row says, from when on it lives for so many seconds. */
const tables = {
  resident: { table: 'sessions', owner: 'user_id', seen: 'refreshed_at', life: lifetimes.session },
  admin: { table: 'admin_sessions', owner: 'admin_id', seen: 'created_at', life: lifetimes.accessToken.admin },
};

interface OwnSession {
  id: string;
  startedAt: Date;
  lastSeen: Date;
  browser: string;
}
interface Owner {
  audience: keyof typeof tables;
  id: string;
}

/** The sessions of an account that go on, the newest first, at most 200. */
export function findSessions(db: Db, { audience, id }: Owner): Promise<OwnSession[]> {
  const { table, owner, seen, life } = tables[audience];
  return allRows<OwnSession>(
    db,
    `select id, created_at as "startedAt", ${seen} as "lastSeen", browser from ${table}
     where ${owner} = $1 and ${seen} > now() - make_interval(secs => $2)
     order by created_at desc, id desc limit 200`,
    [id, life],
  );
}

/** Deletes a session of this account, a resident's with its refresh tokens. @returns false when it has no such */
export function deleteSession(tx: Tx, { audience, id }: Owner, sessionId: string): Promise<boolean> {
  const { table, owner } = tables[audience];
  return anyRow(tx, `delete from ${table} where id = $1 and ${owner} = $2`, [sessionId, id]);
}
