import { expect, it } from 'vitest';
import { passwordFault } from './passwords.ts';

it.each([
  ['', 'short'],
  ['seven77', 'short'],
  ['eight888', null],
  // Characters count, not UTF-16 units; one ligature is three letters (NFKC).
  ['🪔🪔🪔🪔🪔🪔🪔', 'short'],
  ['🪔🪔🪔🪔🪔🪔🪔🪔', null],
  ['\uFB03abcde', null],
  ['x'.repeat(256), null],
  ['x'.repeat(257), 'long'],
  ['x'.repeat(1_000_000), 'long'],
  ['Sana.Khan@Example.com', 'email'],
])('%.20j: %s', (password, fault) => {
  expect(passwordFault(password, ' sana.khan@example.com')).toBe(fault);
});
