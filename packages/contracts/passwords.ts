import { limits } from './limits.ts';

const { min, max } = limits.password;

/** What is wrong with a new password, as far as that shows without a list of the common ones. */
export type PasswordFault = 'short' | 'long' | 'email';

/** The length in characters, not in UTF-16 units. */
const lengthOf = (text: string) => [...text].length;

/** The rule that pages hint at and the server holds to; lengths are those of the password's NFKC form. Null: none is broken. */
export function passwordFault(password: string, email: string): PasswordFault | null {
  // No text gets shorter than a fraction of itself; a huge one is not worth the work.
  if (password.length > max * 18) return 'long';
  const folded = password.normalize('NFKC');
  const length = lengthOf(folded);
  if (length > max) return 'long';
  if (length < min) return 'short';
  return folded.toLowerCase() === email.trim().toLowerCase() ? 'email' : null;
}
