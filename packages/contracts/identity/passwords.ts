import { limits } from '../limits.ts';

const { min, max } = limits.password;

/** What is wrong with a new password. Only auth has the list of common passwords. */
export type PasswordFault = 'short' | 'long' | 'email';

/** The rules that pages show and the server enforces; lengths are those of the password's NFKC form. Null: none is broken. */
export function passwordFault(password: string, email: string): PasswordFault | null {
  // NFKC shortens a text by a small factor only: one this long is too long in either form, and not worth normalising.
  if (password.length > max * 18) return 'long';
  const folded = password.normalize('NFKC');
  // Characters, not UTF-16 units.
  const { length } = [...folded];
  if (length > max) return 'long';
  if (length < min) return 'short';
  return folded.toLowerCase() === email.trim().toLowerCase() ? 'email' : null;
}
