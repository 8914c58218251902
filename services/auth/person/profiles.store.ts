import type { Language } from '@tma/contracts';
import { type Db, firstRow, onlyValue, type Tx } from '@tma/kit';
import pg from 'pg';
import { nameOf, newPerson, type PersonFields, type Profile, personFields } from './profile.ts';

// All SQL here is made from the one list of fields: a field that the contract gains needs its column in the schema, and
// nothing in this file.
const names = ['id', ...personFields] as const;
const fieldColumns = personFields.map((name) => pg.escapeIdentifier(name));
const columns = ['id', ...fieldColumns].join(', ');
const insert = `insert into profiles (${columns}) values (${names.map((_name, index) => `$${index + 1}`).join(', ')})`;
const overwrite = fieldColumns.map((column) => `${column} = excluded.${column}`).join(', ');

/** @returns null when the account has no profile */
export const findProfile = (db: Db, id: string) =>
  firstRow<Profile>(db, `select ${columns} from profiles where id = $1`, [id]);

/** The fields of an account's profile; those of a new person while it has none. */
export async function findProfileFields(db: Db, id: string): Promise<PersonFields> {
  const text = `select ${fieldColumns.join(', ')} from profiles where id = $1`;
  return (await firstRow<PersonFields>(db, text, [id])) ?? newPerson;
}

/** Whom a mail to an account is for. */
export async function findAddressee(db: Db, id: string): Promise<{ name: string; language: Language }> {
  const profile = await findProfileFields(db, id);
  return { name: nameOf(profile), language: profile.language };
}

/** An account's profile, locked until the transaction ends. @returns null when it has none */
export const lockProfile = (tx: Tx, id: string) =>
  firstRow<Profile>(tx, `select ${columns} from profiles where id = $1 for update`, [id]);

/** Throws a violation of `usersdb_pkey` when the account has a profile. @returns its version */
export const insertProfile = (tx: Tx, profile: Profile) => write(tx, insert, profile);

/** Inserts or overwrites an account's profile. @returns its version, which is higher each time */
export const saveProfile = (tx: Tx, profile: Profile) =>
  write(tx, `${insert} on conflict (id) do update set ${overwrite}, version = profiles.version + 1`, profile);

function write(tx: Tx, text: string, profile: Profile): Promise<number> {
  const values = names.map((name) => profile[name]);
  return onlyValue<number>(tx, `${text} returning version::float8`, values);
}
