import type { Db } from '@tma/kit';

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
