import type { Db, Tx } from '@tma/kit';
import type { Profile, ProfileFields } from '../profiles.ts';

const columns = 'id, first_name, last_name, contact_number, tehsil, location';
const values = (id: string, profile: ProfileFields) => [
  id,
  profile.first_name,
  profile.last_name,
  profile.contact_number,
  profile.tehsil,
  profile.location,
];

export async function findProfile(db: Db, id: string): Promise<Profile | null> {
  const { rows } = await db.query<Profile>(`select ${columns} from profiles where id = $1`, [id]);
  return rows[0] ?? null;
}

/** The same, kept from others until the transaction ends. */
export async function holdProfile(tx: Tx, id: string): Promise<Profile | null> {
  const { rows } = await tx.query<Profile>(`select ${columns} from profiles where id = $1 for update`, [id]);
  return rows[0] ?? null;
}

/** Throws a violation of `usersdb_pkey` when the person has one. */
export async function insertProfile(tx: Tx, id: string, profile: ProfileFields): Promise<void> {
  await tx.query(`insert into profiles (${columns}) values ($1, $2, $3, $4, $5, $6)`, values(id, profile));
}

/** Writes a profile, whether there was one or not. */
export async function saveProfile(tx: Tx, id: string, profile: ProfileFields): Promise<void> {
  await tx.query(
    `insert into profiles (${columns}) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set first_name = excluded.first_name, last_name = excluded.last_name,
       contact_number = excluded.contact_number, tehsil = excluded.tehsil, location = excluded.location`,
    values(id, profile),
  );
}
