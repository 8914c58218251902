import { appendEvent, type Tx } from '@tma/kit';
import { saveProfile } from '../stores/profiles.store.ts';
import { emptyProfile, type PersonFields, type Profile, personFields } from './profile.ts';

/**
 * Tells the other services of a saved profile, in the caller's transaction: its number, tehsil and language. Names and home are
 * nobody else's business; consumers of before require their fields, which are empty.
 */
export const tellProfile = (
  tx: Tx,
  id: string,
  { contact_number, tehsil, language }: Pick<PersonFields, 'contact_number' | 'tehsil' | 'language'>,
  version: number,
): Promise<void> =>
  appendEvent(tx, 'ProfileSaved', id, { ...emptyProfile, id, contact_number, tehsil, language, version });

/**
 * Saves a profile and tells the other services. What changes nothing is not written, and told to nobody.
 * @param known as it was, locked; null while the account has none
 * @returns whether it was written
 */
export async function saveIfChanged(tx: Tx, known: Profile | null, profile: Profile): Promise<boolean> {
  if (known && personFields.every((name) => profile[name] === known[name])) return false;
  const version = await saveProfile(tx, profile.id, profile);
  await tellProfile(tx, profile.id, profile, version);
  return true;
}
