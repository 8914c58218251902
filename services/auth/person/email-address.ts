import { email } from '@tma/contracts';
import { validationFailed } from './errors.ts';

/** @returns the address as it is stored (trimmed, in lower case), or null when the text is no address */
export const normalizeEmail = (text: string): string | null => email.safeParse(text).data ?? null;

/** The same. Throws 400 `validation_failed` when the text is no address. */
export function requireEmail(text: string): string {
  const address = normalizeEmail(text);
  if (address === null) throw validationFailed('Unable to validate email address: invalid format');
  return address;
}
