import { limits } from '@tma/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

const { min, max } = limits.password;

/** Passwords that guessers try first, of the lengths that are allowed here, in lower case. */
const common = new Set(dictionary['passwords-common'].filter((word) => word.length >= min));

/** Why a password is refused, in words and in GoTrue's `weak_password.reasons`. */
export interface Weakness {
  message: string;
  reasons: ('length' | 'pwned')[];
}

/** The form in which a password is hashed (NFKC), or null for one that is too long to be anybody's. */
export function foldPassword(password: string): string | null {
  // No text gets shorter than a fraction of itself; a huge one is not worth the work.
  if (password.length > max * 18) return null;
  const folded = password.normalize('NFKC');
  return lengthOf(folded) > max ? null : folded;
}

/** The length in characters, not in UTF-16 units. */
const lengthOf = (text: string) => [...text].length;

/** What is wrong with a new password, or null. */
export function weaknessOf(password: string, email: string): Weakness | null {
  const folded = foldPassword(password);
  if (folded === null) return { message: `Password cannot be longer than ${max} characters.`, reasons: ['length'] };
  if (lengthOf(folded) < min) return { message: `Password should be at least ${min} characters.`, reasons: ['length'] };
  const lower = folded.toLowerCase();
  if (lower === email.toLowerCase()) {
    return { message: 'Password should be different from the email address.', reasons: ['pwned'] };
  }
  if (common.has(lower)) {
    return {
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
      reasons: ['pwned'],
    };
  }
  return null;
}
