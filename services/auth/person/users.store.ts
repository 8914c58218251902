import { type Db, firstRow, onlyRow, type Tx } from '@tma/kit';
import pg from 'pg';
import { newPerson, type PersonFields, personFields } from './profile.ts';

/** A resident's account. Times are stored to the microsecond and returned to the millisecond. */
export interface UserRow {
  id: string;
  /** In lower case. */
  email: string;
  password_hash: string;
  email_confirmed_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  new_email: string | null;
  email_change_sent_at: Date | null;
  last_sign_in_at: Date | null;
  /** Since then nobody signs in to it; null where everything is as it should be. */
  suspended_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const columns = [
  'id',
  'email',
  'password_hash',
  'email_confirmed_at',
  'confirmation_sent_at',
  'recovery_sent_at',
  'new_email',
  'email_change_sent_at',
  'last_sign_in_at',
  'suspended_at',
  'created_at',
  'updated_at',
] as const satisfies (keyof UserRow)[];
/** SQL. Named one by one: a statement that was planned for `*` fails once a newer version adds a column. */
export const userColumns = columns.join(', ');
const usersColumns = columns.map((column) => `users.${column}`).join(', ');

/** @param email in lower case @returns null for an unknown address */
export const findUserByEmail = (db: Db, email: string) =>
  firstRow<UserRow>(db, `select ${userColumns} from users where email = $1`, [email]);

/** The same, locked until the transaction ends. */
export const lockUserByEmail = (tx: Tx, email: string) =>
  firstRow<UserRow>(tx, `select ${userColumns} from users where email = $1 for update`, [email]);

/** An account, locked until the transaction ends. @returns null when it no longer exists */
export const lockUser = (tx: Tx, id: string) =>
  firstRow<UserRow>(tx, `select ${userColumns} from users where id = $1 for update`, [id]);

/** The account of a session. @returns null when the session or the account no longer exists */
export const findUserBySession = (db: Db, sessionId: string) =>
  firstRow<UserRow>(
    db,
    `select ${usersColumns} from users join sessions on sessions.user_id = users.id where sessions.id = $1`,
    [sessionId],
  );

/** The same, locked until the transaction ends. */
export const lockUserBySession = (tx: Tx, sessionId: string) =>
  firstRow<UserRow>(
    tx,
    `select ${usersColumns} from users join sessions on sessions.user_id = users.id where sessions.id = $1
     for update of users`,
    [sessionId],
  );

/** Columns of an account to change; `now` stands for the time of the statement, so that times follow the order of the locks. */
type Change = Partial<
  Record<
    'email_confirmed_at' | 'confirmation_sent_at' | 'recovery_sent_at' | 'email_change_sent_at' | 'last_sign_in_at',
    'now'
  >
> & { password_hash?: string; email?: string; new_email?: string | null };

/** Throws a violation of `users_email_key` when the new address is taken. */
export function changeUser(tx: Tx, id: string, change: Change): Promise<UserRow> {
  const values: unknown[] = [id];
  // The names come from the type above, never from a request.
  const sets = Object.entries(change).map(([name, value]) =>
    name.endsWith('_at') ? `${name} = statement_timestamp()` : `${name} = $${values.push(value)}`,
  );
  const all = [...sets, 'updated_at = statement_timestamp()'].join(', ');
  return onlyRow<UserRow>(tx, `update users set ${all} where id = $1 returning ${userColumns}`, values);
}

/** An account with its profile, which is that of a new person while it has none. */
export interface Account {
  user: UserRow;
  profile: PersonFields;
}

export type AccountRow = UserRow & PersonFields;

const profileColumns = personFields.map((name) => {
  const column = pg.escapeIdentifier(name);
  return `coalesce(profiles.${column}, ${pg.escapeLiteral(newPerson[name])}) as ${column}`;
});
/** SQL: the columns of an `AccountRow`, from `users` and `profiles`. */
export const accountColumns = [usersColumns, ...profileColumns].join(', ');

export const toAccount = (row: AccountRow): Account => ({
  user: row,
  profile: Object.fromEntries(personFields.map((name) => [name, row[name]])) as PersonFields,
});

/** The account of a session with its profile. @returns null when the session or the account no longer exists */
export async function findAccount(db: Db, sessionId: string): Promise<Account | null> {
  const row = await firstRow<AccountRow>(
    db,
    `select ${accountColumns} from sessions join users on users.id = sessions.user_id
     left join profiles on profiles.id = users.id where sessions.id = $1`,
    [sessionId],
  );
  return row && toAccount(row);
}
