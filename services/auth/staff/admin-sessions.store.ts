import { lifetimes } from '@tma/contracts';
import { allValues, type Db, execute, type Tx } from '@tma/kit';

/** @param browser in words (`browserOf`) */
export const insertAdminSession = (tx: Tx, id: string, adminId: string, browser: string) =>
  execute(tx, 'insert into admin_sessions (id, admin_id, browser) values ($1, $2, $3)', [id, adminId, browser]);

export const deleteAdminSession = (tx: Tx, id: string) => execute(tx, 'delete from admin_sessions where id = $1', [id]);

/** Deletes all sessions of an administrator, but the one that is given. @returns their ids */
export const deleteAdminSessions = (tx: Tx, adminId: string, except?: string) =>
  allValues<string>(
    tx,
    'delete from admin_sessions where admin_id = $1 and ($2::uuid is null or id <> $2) returning id',
    [adminId, except ?? null],
  );

/** Deletes sessions whose token has expired by every instance's clock: until then they can be ended. */
export const deleteExpiredAdminSessions = (db: Db) =>
  execute(db, 'delete from admin_sessions where created_at < now() - make_interval(secs => $1)', [
    lifetimes.endedSession,
  ]);
