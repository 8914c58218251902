import { createHmac, randomInt } from 'node:crypto';
import { limits } from '@tma/contracts';

/** Without letters and digits that look like others: five bits each. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
const half = 5;

/** Codes of 50 random bits, `abcde-fgh23`. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: limits.recoveryCodes }, () => `${part()}-${part()}`);

const part = () => Array.from({ length: half }, () => letters[randomInt(letters.length)]).join('');

/** What is stored of a code. Without the factor's secret, which is sealed, none can be tried on it. */
export const macOfCode = (code: string, secret: string) =>
  createHmac('sha256', secret)
    .update(`recovery code ${plain(code)}`)
    .digest();

/** As it was given, whatever it was written with. */
const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase();
