import { lifetimes } from '@tma/contracts';
import { anyRow, type Db, execute, firstRow, onlyValue, type Tx } from '@tma/kit';

/** Stores a link, which replaces the administrator's older one. @returns when it expires */
export const saveAdminLink = (tx: Tx, adminId: string, id: string) =>
  onlyValue<Date>(
    tx,
    `insert into admin_links (admin_id, id, expires_at) values ($1, $2, now() + make_interval(secs => $3))
     on conflict (admin_id) do update set id = excluded.id, expires_at = excluded.expires_at, used_at = null
     returning expires_at`,
    [adminId, id, lifetimes.administratorLink],
  );

/** The administrator whose link this is. @returns null when it is over, or they may not sign in */
export const findAdminByLink = (db: Db, id: string) =>
  firstRow<{ id: string; email: string }>(
    db,
    `select admins.id, admins.email from admin_links join admins on admins.id = admin_id
     where admin_links.id = $1 and used_at is null and expires_at > now() and disabled_at is null`,
    [id],
  );

/** Uses a link of this administrator up, once. @returns false when it is over */
export const takeAdminLink = (tx: Tx, id: string, adminId: string) =>
  anyRow(
    tx,
    `update admin_links set used_at = now()
     where id = $1 and admin_id = $2 and used_at is null and expires_at > now()`,
    [id, adminId],
  );

/** Makes the link of an administrator invalid. */
export const deleteAdminLink = (tx: Tx, adminId: string) =>
  execute(tx, 'delete from admin_links where admin_id = $1', [adminId]);

export const deleteExpiredAdminLinks = (db: Db) => execute(db, 'delete from admin_links where expires_at < now()');

export const setAdminPassword = (tx: Tx, id: string, passwordHash: string) =>
  execute(tx, 'update admins set password_hash = $2 where id = $1', [id, passwordHash]);
