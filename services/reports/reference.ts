import { randomBytes } from 'node:crypto';

/** Crockford's base32: no I, L, O or U, so that it can be read out over a telephone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What people call a report by: `TMA-` and 8 random characters (40 bits). */
export function newReference(): string {
  // 256 is a multiple of 32: every character is equally likely.
  return `TMA-${[...randomBytes(8)].map((byte) => alphabet[byte % 32]).join('')}`;
}
