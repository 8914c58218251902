/** What this service knows of residents: from their tokens, and from the events of auth. */
import type { EventData } from '@tma/contracts';
import { type Db, execute, firstValue, onlyRow, type Resident, type Tx } from '@tma/kit';

interface Known {
  erased: boolean;
  language: string | null;
  email: string | null;
}

/**
 * Inserts a person from the claims of their token, unless they are known, and locks their row until the transaction ends, so that
 * an erasure comes wholly before or wholly after. The profile of a later event replaces that of the token; the token adds the
 * language where none is known.
 * @returns the language that is known now, and the person's address if they changed it; both null when they were erased
 */
export function lockPerson(tx: Tx, { id, profile }: Pick<Resident, 'id' | 'profile'>): Promise<Known> {
  const { contact_number = '', tehsil = '', language = null } = profile;
  return onlyRow(
    tx,
    `insert into people as known (id, contact_number, tehsil, language)
     values ($1, $2, $3, $4)
     on conflict (id) do update
       set language = case when not known.erased then coalesce(known.language, excluded.language) end
     returning erased, language, email`,
    [id, contact_number, tehsil, language],
  );
}

/**
 * Saves a person's profile and mail address, each unless something newer is known of it. Nothing is saved of an erased person.
 */
export async function saveProfile(tx: Tx, profile: EventData<'ProfileSaved'>): Promise<void> {
  const { id, contact_number, tehsil, language, version, email } = profile;
  await execute(
    tx,
    `insert into people as known (id, contact_number, tehsil, language, version)
     values ($1, $2, $3, $4, $5)
     on conflict (id) do update set contact_number = excluded.contact_number, tehsil = excluded.tehsil,
       language = excluded.language, version = excluded.version
     where not known.erased and known.version < excluded.version`,
    [id, contact_number, tehsil, language, version],
  );
  if (email === undefined) return;
  // By a version of its own: a later profile, which does not say the address, may have come first.
  await execute(
    tx,
    'update people set email = $2, email_version = $3 where id = $1 and not erased and email_version < $3',
    [id, email, version],
  );
}

/** The tehsils a resident may report to: the one in the token, then the one of a profile saved since, when they have any. */
export async function tehsilsOf(db: Db, { id, profile }: Pick<Resident, 'id' | 'profile'>): Promise<string[]> {
  const saved = await firstValue<string>(db, 'select tehsil from people where id = $1', [id]);
  return [profile.tehsil, saved].map((name) => name?.trim() ?? '').filter(Boolean);
}
