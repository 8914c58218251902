import { type Db, fieldError } from '@tma/kit';
import { findTehsil } from './tehsils.store.ts';

/** A tehsil's name as it is stored: NFC, its words separated by one space each. */
export const normalizeTehsil = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ');

/**
 * The stored name of the tehsil with this name in any spacing and case; blank stays blank. Throws 400 when there is none.
 * @param code the error's code, which depends on the API that is called
 * @param field what that API calls the tehsil
 */
export async function requireTehsil(db: Db, name: string, code: string, field = 'tehsil'): Promise<string> {
  if (name.trim() === '') return '';
  const tehsil = await findTehsil(db, name);
  if (tehsil !== null) return tehsil;
  throw fieldError(400, code, field, 'There is no tehsil of this name');
}
