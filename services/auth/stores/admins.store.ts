import { type Language, lifetimes } from '@tma/contracts';
import { type Db, named, type Tx } from '@tma/kit';

/** An administrator's account. */
interface AdminRow {
  id: string;
  /** In lower case. */
  email: string;
  password_hash: string;
  first_name: string;
  last_name: string;
  tehsil: string;
  language: Language;
}

/** What the other services are told of one. */
export type SavedAdmin = Omit<AdminRow, 'password_hash'> & { disabled: boolean };

/** One that exists. Who is disabled does not sign in. */
type KnownAdmin = AdminRow & { disabled: boolean };

const columns =
  'id, email, password_hash, first_name, last_name, tehsil, language, disabled_at is not null as disabled';

/** @param email in lower case @returns null for an unknown address */
export async function findAdmin(db: Db, email: string): Promise<KnownAdmin | null> {
  const { rows } = await db.query<KnownAdmin>(`select ${columns} from admins where email = $1`, [email]);
  return rows[0] ?? null;
}

/** The same, locked until the transaction ends: no session of theirs begins meanwhile. */
export async function lockAdmin(tx: Tx, email: string): Promise<KnownAdmin | null> {
  const { rows } = await tx.query<KnownAdmin>(`select ${columns} from admins where email = $1 for update`, [email]);
  return rows[0] ?? null;
}

/**
 * An administrator whose session is to begin in this transaction, which `lockAdmin` waits for.
 * @returns null when they have been disabled or their password is another one now
 */
export async function lockAdminForSession(tx: Tx, { id, password_hash }: AdminRow): Promise<KnownAdmin | null> {
  const { rows } = await tx.query<KnownAdmin>(
    `select ${columns} from admins where id = $1 and password_hash = $2 and disabled_at is null for share`,
    [id, password_hash],
  );
  return rows[0] ?? null;
}

/** Who work in a tehsil, without those who are disabled. */
export async function findAdminsOf(db: Db, tehsil: string): Promise<SavedAdmin[]> {
  const { rows } = await db.query<SavedAdmin>(
    named(`select id, email, first_name, last_name, tehsil, language, false as disabled from admins
     where tehsil = $1 and disabled_at is null`),
    [tehsil],
  );
  return rows;
}

/** One of them; null for anyone else. */
export async function findAdminOf(db: Db, tehsil: string, id: string): Promise<SavedAdmin | null> {
  const { rows } = await db.query<SavedAdmin>(
    named(`select id, email, first_name, last_name, tehsil, language, false as disabled from admins
     where id = $2 and tehsil = $1 and disabled_at is null`),
    [tehsil, id],
  );
  return rows[0] ?? null;
}

/** A row of `npm run admins list`; `sessions` counts those whose token may be valid. */
interface ListedAdmin {
  email: string;
  name: string;
  tehsil: string;
  since: Date;
  disabledAt: Date | null;
  sessions: number;
}

/** All administrators, by tehsil and address. */
export async function listAdmins(db: Db): Promise<ListedAdmin[]> {
  const { rows } = await db.query<ListedAdmin>(
    `select email, first_name || ' ' || last_name as name, tehsil, created_at as since, disabled_at as "disabledAt",
       (select count(*)::int from admin_sessions
        where admin_id = admins.id and created_at > now() - make_interval(secs => $1)) as sessions
     from admins order by tehsil, email`,
    [lifetimes.accessToken.admin],
  );
  return rows;
}

/** The caller tells the other services in the same transaction. */
export async function setAdminDisabled(tx: Tx, id: string, disabled: boolean): Promise<void> {
  await tx.query(
    `update admins set disabled_at = case when $2 then coalesce(disabled_at, now()) end, told_tehsil = tehsil, told_disabled = $2
     where id = $1`,
    [id, disabled],
  );
}

/** The caller tells the other services in the same transaction. */
export async function setAdminTehsil(tx: Tx, id: string, tehsil: string): Promise<void> {
  await tx.query(
    'update admins set tehsil = $2, told_tehsil = $2, told_disabled = disabled_at is not null where id = $1',
    [id, tehsil],
  );
}

/**
 * Sets the language of an administrator's mails. The caller tells the other services in the same transaction.
 * @returns the administrator; null where it was that language before
 */
export async function setAdminLanguage(tx: Tx, id: string, language: Language): Promise<SavedAdmin | null> {
  const { rows } = await tx.query<SavedAdmin>(
    `update admins set language = $2, told_tehsil = tehsil, told_disabled = disabled_at is not null
     where id = $1 and language <> $2
     returning id, email, first_name, last_name, tehsil, language, disabled_at is not null as disabled`,
    [id, language],
  );
  return rows[0] ?? null;
}

/**
 * Administrators of whose tehsil, or of whose being disabled, the other services were not told, and once a day those who are
 * disabled; `limit` at most. The caller tells of them.
 */
export async function takeUntoldAdmins(tx: Tx, limit: number): Promise<SavedAdmin[]> {
  const { rows } = await tx.query<SavedAdmin>(
    `update admins set told_tehsil = tehsil, told_disabled = disabled_at is not null, told_at = now() where id in (
       select id from admins where told_tehsil is distinct from tehsil or told_disabled <> (disabled_at is not null)
         or disabled_at is not null and told_at < now() - interval '1 day'
       order by id limit $1 for update skip locked)
     returning id, email, first_name, last_name, tehsil, language, disabled_at is not null as disabled`,
    [limit],
  );
  return rows;
}

/** The caller tells the other services in the same transaction. Throws a violation of `admins_email_key` when the address is taken. */
export async function insertAdmin(tx: Tx, admin: AdminRow): Promise<void> {
  await tx.query(
    `insert into admins (id, email, password_hash, first_name, last_name, tehsil, told_tehsil, language)
     values ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [admin.id, admin.email, admin.password_hash, admin.first_name, admin.last_name, admin.tehsil, admin.language],
  );
}

export async function insertAdminSession(db: Db, id: string, adminId: string): Promise<void> {
  await db.query('insert into admin_sessions (id, admin_id) values ($1, $2)', [id, adminId]);
}

export async function deleteAdminSession(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from admin_sessions where id = $1', [id]);
}

/** Deletes all sessions of an administrator. @returns their ids */
export async function deleteAdminSessions(tx: Tx, adminId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>('delete from admin_sessions where admin_id = $1 returning id', [
    adminId,
  ]);
  return rows.map(({ id }) => id);
}

/** Deletes sessions whose token has expired. */
export async function deleteExpiredAdminSessions(db: Db): Promise<void> {
  await db.query('delete from admin_sessions where created_at < now() - make_interval(secs => $1)', [
    lifetimes.accessToken.admin,
  ]);
}
