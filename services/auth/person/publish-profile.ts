import { appendEvent, type Tx } from '@tma/kit';
import { type Profile, personFields } from './profile.ts';
import { lockProfile, saveProfile } from './profiles.store.ts';

/**
 * Publishes a saved profile in the caller's transaction: only what other services need. They do not get the name and the home
 * address.
 * @param version as the store returned it
 * @param email where mails go from now on, if that is new
 */
export const publishProfile = (
  tx: Tx,
  { id, contact_number, tehsil, language }: Pick<Profile, 'id' | 'contact_number' | 'tehsil' | 'language'>,
  version: number,
  email?: string,
): Promise<void> => appendEvent(tx, 'ProfileSaved', id, { id, contact_number, tehsil, language, version, email });

/** Publishes a new address with the profile: mails about reports that were submitted earlier go to it as well. */
export async function publishAddress(tx: Tx, id: string, email: string): Promise<void> {
  const profile = await lockProfile(tx, id);
  if (profile) await publishProfile(tx, profile, await saveProfile(tx, profile), email);
}

/**
 * Saves and publishes a profile, unless nothing in it changes.
 * @param known as it was, locked; null while the account has none
 * @returns whether it was written
 */
export async function saveIfChanged(tx: Tx, known: Profile | null, profile: Profile): Promise<boolean> {
  if (known && personFields.every((name) => profile[name] === known[name])) return false;
  await publishProfile(tx, profile, await saveProfile(tx, profile));
  return true;
}
