import { appendEvent, type Tx } from '@tma/kit';
import { emptyProfile, type PersonFields } from './profile.ts';

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
