import { lifetimes } from '@tma/contracts';
import type { Db, Tx } from '@tma/kit';

/** Stores a link, which replaces the administrator's older one. @returns when it expires */
export async function saveAdminLink(tx: Tx, adminId: string, id: string): Promise<Date> {
  const { rows } = await tx.query<{ expiresAt: Date }>(
    `insert into admin_links (admin_id, id, expires_at) values ($1, $2, now() + make_interval(secs => $3))
     on conflict (admin_id) do update set id = excluded.id, expires_at = excluded.expires_at, used_at = null
     returning expires_at as "expiresAt"`,
    [adminId, id, lifetimes.administratorLink],
  );
  return (rows[0] as { expiresAt: Date }).expiresAt;
}

/** The administrator whose link this is. @returns null when it is over, or they may not sign in */
export async function findAdminByLink(db: Db, id: string): Promise<{ id: string; email: string } | null> {
  const { rows } = await db.query<{ id: string; email: string }>(
    `select admins.id, admins.email from admin_links join admins on admins.id = admin_id
     where admin_links.id = $1 and used_at is null and expires_at > now() and disabled_at is null`,
    [id],
  );
  return rows[0] ?? null;
}

/** Uses a link of this administrator up, once. @returns false when it is over */
export async function takeAdminLink(tx: Tx, id: string, adminId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update admin_links set used_at = now()
     where id = $1 and admin_id = $2 and used_at is null and expires_at > now()`,
    [id, adminId],
  );
  return rowCount === 1;
}

/** Makes the link of an administrator invalid. */
export async function deleteAdminLink(tx: Tx, adminId: string): Promise<void> {
  await tx.query('delete from admin_links where admin_id = $1', [adminId]);
}

export async function deleteExpiredAdminLinks(db: Db): Promise<void> {
  await db.query('delete from admin_links where expires_at < now()');
}

export async function setAdminPassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.query('update admins set password_hash = $2 where id = $1', [id, passwordHash]);
}
