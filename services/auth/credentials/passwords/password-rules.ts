import { limits, type PasswordFault, passwordFault } from '@tma/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

const { min, max } = limits.password;

/** The passwords that are guessed first, in lower case; shorter ones are refused for their length. */
const common = new Set(dictionary['passwords-common'].filter((word) => word.length >= min));

/** Why a password is refused, in words and in GoTrue's `weak_password.reasons`. */
interface Weakness {
  message: string;
  reasons: ('length' | 'pwned')[];
}

const weaknesses: Readonly<Record<PasswordFault | 'common', Weakness>> = {
  short: { message: `Password should be at least ${min} characters.`, reasons: ['length'] },
  long: { message: `Password cannot be longer than ${max} characters.`, reasons: ['length'] },
  email: { message: 'Password should be different from the email address.', reasons: ['pwned'] },
  common: {
    message: 'Password is known to be weak and easy to guess, please choose a different one.',
    reasons: ['pwned'],
  },
};

/** @returns the form in which a password is hashed (NFKC), or null when it is too long to be any account's */
export const normalizePassword = (password: string): string | null =>
  passwordFault(password, '') === 'long' ? null : password.normalize('NFKC');

/** @returns what is wrong with a new password, or null */
export function weaknessOf(password: string, email: string): Weakness | null {
  const fault = passwordFault(password, email);
  if (fault) return weaknesses[fault];
  return common.has(password.normalize('NFKC').toLowerCase()) ? weaknesses.common : null;
}
