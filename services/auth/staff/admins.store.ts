import { type Language, lifetimes, type Role } from '@tma/contracts';
import { type Db, named, type Tx } from '@tma/kit';

/** An administrator's account. */
export interface Admin {
  id: string;
  /** In lower case. */
  email: string;
  first_name: string;
  last_name: string;
  tehsil: string;
  language: Language;
  role: Role;
  /** Who is disabled does not sign in. */
  disabled: boolean;
  /** Higher each time it is saved. */
  version: number;
}
export type AdminWithPassword = Admin & { password_hash: string };
export type NewAdmin = Omit<AdminWithPassword, 'disabled' | 'version'>;

const columns =
  'id, email, first_name, last_name, tehsil, language, role, disabled_at is not null as disabled, version';

/** @param email in lower case @returns null for an unknown address */
export async function findAdmin(db: Db, email: string): Promise<AdminWithPassword | null> {
  const { rows } = await db.query<AdminWithPassword>(`select ${columns}, password_hash from admins where email = $1`, [
    email,
  ]);
  return rows[0] ?? null;
}

/** The same, locked until the transaction ends: no session of theirs begins meanwhile. */
export async function lockAdmin(tx: Tx, email: string): Promise<Admin | null> {
  const { rows } = await tx.query<Admin>(`select ${columns} from admins where email = $1 for update`, [email]);
  return rows[0] ?? null;
}

/**
 * An administrator who gave their password, locked until the transaction ends: shared where their session is to begin, which
 * `lockAdmin` waits for. @returns null when they have been disabled or their password is another one now
 */
export async function lockAdminForSession(
  tx: Tx,
  { id, password_hash }: AdminWithPassword,
  mode: 'share' | 'update' = 'share',
): Promise<Admin | null> {
  const { rows } = await tx.query<Admin>(
    `select ${columns} from admins where id = $1 and password_hash = $2 and disabled_at is null for ${mode}`,
    [id, password_hash],
  );
  return rows[0] ?? null;
}

/** The administrators of a tehsil, without those who are disabled. */
export async function findAdminsOf(db: Db, tehsil: string): Promise<Admin[]> {
  const { rows } = await db.query<Admin>(
    named(`select ${columns} from admins where tehsil = $1 and disabled_at is null`),
    [tehsil],
  );
  return rows;
}

/** An administrator of a tehsil, disabled or not, locked until the transaction ends; null for anyone else. */
export async function lockAdminOf(tx: Tx, tehsil: string, id: string): Promise<Admin | null> {
  const { rows } = await tx.query<Admin>(`select ${columns} from admins where id = $2 and tehsil = $1 for update`, [
    tehsil,
    id,
  ]);
  return rows[0] ?? null;
}

/** One of them; null for anyone else. */
export async function findAdminOf(db: Db, tehsil: string, id: string): Promise<Admin | null> {
  const { rows } = await db.query<Admin>(
    named(`select ${columns} from admins where id = $2 and tehsil = $1 and disabled_at is null`),
    [tehsil, id],
  );
  return rows[0] ?? null;
}

/** A row of `npm run admins list`; `sessions` counts those whose token may be valid. */
interface ListedAdmin {
  email: string;
  name: string;
  tehsil: string;
  role: string;
  since: Date;
  disabledAt: Date | null;
  sessions: number;
}

/** All administrators, by tehsil and address. */
export async function listAdmins(db: Db): Promise<ListedAdmin[]> {
  const { rows } = await db.query<ListedAdmin>(
    `select email, first_name || ' ' || last_name as name, tehsil, role, created_at as since, disabled_at as "disabledAt",
       (select count(*)::int from admin_sessions
        where admin_id = admins.id and created_at > now() - make_interval(secs => $1)) as sessions
     from admins order by tehsil, email`,
    [lifetimes.accessToken.admin],
  );
  return rows;
}

/** Throws a violation of `admins_email_key` when the address is taken. */
export async function insertAdmin(tx: Tx, admin: NewAdmin): Promise<Admin> {
  const { rows } = await tx.query<Admin>(
    `insert into admins (id, email, password_hash, first_name, last_name, tehsil, language, role)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
    [
      admin.id,
      admin.email,
      admin.password_hash,
      admin.first_name,
      admin.last_name,
      admin.tehsil,
      admin.language,
      admin.role,
    ],
  );
  return rows[0] as Admin;
}

/** Lets registrations in a tehsil wait for each other until the transaction ends. */
export async function lockTehsil(tx: Tx, tehsil: string): Promise<void> {
  await tx.query('select from tehsils where tehsil = $1 for no key update', [tehsil]);
}

export async function setAdminDisabled(tx: Tx, id: string, disabled: boolean): Promise<Admin> {
  const { rows } = await tx.query<Admin>(
    `update admins set disabled_at = case when $2 then coalesce(disabled_at, now()) end, version = version + 1
     where id = $1 returning ${columns}`,
    [id, disabled],
  );
  return rows[0] as Admin;
}

export async function setAdminTehsil(tx: Tx, id: string, tehsil: string): Promise<Admin> {
  const { rows } = await tx.query<Admin>(
    `update admins set tehsil = $2, version = version + 1 where id = $1 returning ${columns}`,
    [id, tehsil],
  );
  return rows[0] as Admin;
}

export async function setAdminRole(tx: Tx, id: string, role: Role): Promise<Admin> {
  const { rows } = await tx.query<Admin>(
    `update admins set role = $2, version = version + 1 where id = $1 returning ${columns}`,
    [id, role],
  );
  return rows[0] as Admin;
}

/** Sets the language of an administrator's mails. @returns null where it was that language before */
export async function setAdminLanguage(tx: Tx, id: string, language: Language): Promise<Admin | null> {
  const { rows } = await tx.query<Admin>(
    `update admins set language = $2, version = version + 1 where id = $1 and language <> $2 returning ${columns}`,
    [id, language],
  );
  return rows[0] ?? null;
}
