import type { Db, Tx } from '@tma/kit';
import pg from 'pg';
import { newPerson, type PersonFields, type Profile, personFields } from './profile.ts';

// All SQL here is made from the one list of fields: a field that the contract gains needs its column in the schema, and
// nothing in this file.
const names = ['id', ...personFields] as const;
const columns = names.map((name) => pg.escapeIdentifier(name)).join(', ');
const insert = `insert into profiles (${columns}) values (${names.map((_name, index) => `$${index + 1}`).join(', ')})`;
const overwrite = personFields
  .map((name) => pg.escapeIdentifier(name))
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

interface Versioned {
  version: number;
}

const valuesOf = (profile: Profile) => names.map((name) => profile[name]);

/** @returns null when the account has no profile */
export async function findProfile(db: Db, id: string): Promise<Profile | null> {
  const { rows } = await db.query<Profile>(`select ${columns} from profiles where id = $1`, [id]);
  return rows[0] ?? null;
}

/** The fields of an account's profile; those of a new person while it has none. */
export async function findProfileFields(db: Db, id: string): Promise<PersonFields> {
  const { id: _id, ...fields } = (await findProfile(db, id)) ?? { id, ...newPerson };
  return fields;
}

/** An account's profile, locked until the transaction ends. @returns null when it has none */
export async function lockProfile(tx: Tx, id: string): Promise<Profile | null> {
  const { rows } = await tx.query<Profile>(`select ${columns} from profiles where id = $1 for update`, [id]);
  return rows[0] ?? null;
}

/** Throws a violation of `usersdb_pkey` when the account has a profile. @returns its version */
export async function insertProfile(tx: Tx, profile: Profile): Promise<number> {
  const { rows } = await tx.query<Versioned>(`${insert} returning version::float8`, valuesOf(profile));
  return (rows[0] as Versioned).version;
}

/** Inserts or overwrites an account's profile. @returns its version, which is higher each time */
export async function saveProfile(tx: Tx, profile: Profile): Promise<number> {
  const { rows } = await tx.query<Versioned>(
    `${insert} on conflict (id) do update set ${overwrite}, version = profiles.version + 1 returning version::float8`,
    valuesOf(profile),
  );
  return (rows[0] as Versioned).version;
}
