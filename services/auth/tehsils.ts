import { type Db, HttpError } from '@tma/kit';
import { findTehsil } from './store/tehsils.store.ts';

/** A tehsil's name as it is kept: its words with one space between them. */
export const tidyTehsil = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ');

/**
 * The tehsil of this name as it is kept; blank stays blank. Throws 400 when there is none.
 * @param code what the caller's kind of client calls a bad value
 * @param field what the caller calls the tehsil
 */
export async function knownTehsil(db: Db, name: string, code: string, field = 'tehsil'): Promise<string> {
  if (name.trim() === '') return '';
  const tehsil = await findTehsil(db, name);
  if (tehsil !== null) return tehsil;
  const message = 'There is no tehsil of this name';
  throw new HttpError(400, code, message, { errors: [{ path: field, message }] });
}
