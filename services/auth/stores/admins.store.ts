import { lifetimes } from '@tma/contracts';
import type { Db, Tx } from '@tma/kit';

/** An administrator's account. */
interface AdminRow {
  id: string;
  /** In lower case. */
  email: string;
  password_hash: string;
  first_name: string;
  last_name: string;
  tehsil: string;
}

/** @param email in lower case @returns null for an unknown address */
export async function findAdmin(db: Db, email: string): Promise<AdminRow | null> {
  const { rows } = await db.query<AdminRow>(
    'select id, email, password_hash, first_name, last_name, tehsil from admins where email = $1',
    [email],
  );
  return rows[0] ?? null;
}

/** Throws a violation of `admins_email_key` when the address is taken. */
export async function insertAdmin(db: Db, admin: AdminRow): Promise<void> {
  await db.query(
    'insert into admins (id, email, password_hash, first_name, last_name, tehsil) values ($1, $2, $3, $4, $5, $6)',
    [admin.id, admin.email, admin.password_hash, admin.first_name, admin.last_name, admin.tehsil],
  );
}

export async function insertAdminSession(db: Db, id: string, adminId: string): Promise<void> {
  await db.query('insert into admin_sessions (id, admin_id) values ($1, $2)', [id, adminId]);
}

export async function deleteAdminSession(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from admin_sessions where id = $1', [id]);
}

/** Deletes sessions whose token has expired. */
export async function deleteExpiredAdminSessions(db: Db): Promise<void> {
  await db.query('delete from admin_sessions where created_at < now() - make_interval(secs => $1)', [
    lifetimes.accessToken.admin,
  ]);
}
