import { appendEvent, type Tx } from '@tma/kit';
import { type Profile, personFields } from './profile.ts';
import { saveProfile } from './profiles.store.ts';

/**
 * Publishes a saved profile in the caller's transaction: what other services need of it. Names and home are not theirs to know.
 * @param version as the store returned it
 */
export const publishProfile = (
  tx: Tx,
  { id, contact_number, tehsil, language }: Pick<Profile, 'id' | 'contact_number' | 'tehsil' | 'language'>,
  version: number,
): Promise<void> => appendEvent(tx, 'ProfileSaved', id, { id, contact_number, tehsil, language, version });

/**
 * Saves and publishes a profile. What changes nothing is neither written nor published.
 * @param known as it was, locked; null while the account has none
 * @returns whether it was written
 */
export async function saveIfChanged(tx: Tx, known: Profile | null, profile: Profile): Promise<boolean> {
  if (known && personFields.every((name) => profile[name] === known[name])) return false;
  await publishProfile(tx, profile, await saveProfile(tx, profile));
  return true;
}
