import { type Language, lifetimes, type Role } from '@tma/contracts';
import { allRows, type Db, execute, firstRow, onlyRow, type Tx } from '@tma/kit';

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
export const findAdmin = (db: Db, email: string) =>
  firstRow<AdminWithPassword>(db, `select ${columns}, password_hash from admins where email = $1`, [email]);

/** The same, locked until the transaction ends: no session of theirs begins meanwhile. */
export const lockAdmin = (tx: Tx, email: string) =>
  firstRow<Admin>(tx, `select ${columns} from admins where email = $1 for update`, [email]);

/**
 * An administrator whose password was right, locked until the transaction ends. `share` is for beginning a session: sessions of one
 * administrator can begin at the same time, and `lockAdmin` waits for them.
 * @returns null when the administrator was disabled, or has another password now
 */
export const lockAdminForSession = (
  tx: Tx,
  { id, password_hash }: AdminWithPassword,
  mode: 'share' | 'update' = 'share',
) =>
  firstRow<Admin>(
    tx,
    `select ${columns} from admins where id = $1 and password_hash = $2 and disabled_at is null for ${mode}`,
    [id, password_hash],
  );

/** The administrators of a tehsil, without those who are disabled. */
export const findAdminsOf = (db: Db, tehsil: string) =>
  allRows<Admin>(db, `select ${columns} from admins where tehsil = $1 and disabled_at is null`, [tehsil]);

/** An administrator of a tehsil, disabled or not, locked until the transaction ends; null for anyone else. */
export const lockAdminOf = (tx: Tx, tehsil: string, id: string) =>
  firstRow<Admin>(tx, `select ${columns} from admins where id = $2 and tehsil = $1 for update`, [tehsil, id]);

/** One of them; null for anyone else. */
export const findAdminOf = (db: Db, tehsil: string, id: string) =>
  firstRow<Admin>(db, `select ${columns} from admins where id = $2 and tehsil = $1 and disabled_at is null`, [
    tehsil,
    id,
  ]);

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
export const listAdmins = (db: Db) =>
  allRows<ListedAdmin>(
    db,
    `select email, first_name || ' ' || last_name as name, tehsil, role, created_at as since, disabled_at as "disabledAt",
       (select count(*)::int from admin_sessions
        where admin_id = admins.id and created_at > now() - make_interval(secs => $1)) as sessions
     from admins order by tehsil, email`,
    [lifetimes.accessToken.admin],
  );

/** Throws a violation of `admins_email_key` when the address is taken. */
export const insertAdmin = (tx: Tx, admin: NewAdmin) =>
  onlyRow<Admin>(
    tx,
    `insert into admins (id, email, password_hash, first_name, last_name, tehsil, language, role)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
    [
      ...[admin.id, admin.email, admin.password_hash, admin.first_name, admin.last_name],
      ...[admin.tehsil, admin.language, admin.role],
    ],
  );

/** Lets registrations in a tehsil wait for each other until the transaction ends. */
export const lockTehsil = (tx: Tx, tehsil: string) =>
  execute(tx, 'select from tehsils where tehsil = $1 for no key update', [tehsil]);

/** SQL. @param what the columns to set @param only a further condition on the row */
const change = (what: string, only = '') =>
  `update admins set ${what}, version = version + 1 where id = $1 ${only} returning ${columns}`;

/** Disables or enables an administrator. Disabling deletes their link to a new password; enabling does not restore it. */
export const setAdminDisabled = (tx: Tx, id: string, disabled: boolean) =>
  onlyRow<Admin>(
    tx,
    `with links as (delete from admin_links where admin_id = $1 and $2::boolean)
     ${change('disabled_at = case when $2::boolean then coalesce(disabled_at, now()) end')}`,
    [id, disabled],
  );

export const setAdminTehsil = (tx: Tx, id: string, tehsil: string) =>
  onlyRow<Admin>(tx, change('tehsil = $2'), [id, tehsil]);

export const setAdminRole = (tx: Tx, id: string, role: Role) => onlyRow<Admin>(tx, change('role = $2'), [id, role]);

/** Sets the language of an administrator's mails. @returns null where it was that language before */
export const setAdminLanguage = (tx: Tx, id: string, language: Language) =>
  firstRow<Admin>(tx, change('language = $2', 'and language <> $2'), [id, language]);
