import { expect, it } from 'vitest';
import { closureWords } from './closure-states.ts';

const picture = 'uploads/0b7fd2c1a95e4a3c8f60d1e2b3c4a596.webp';

it.each([
  [null, null, []],
  ['claimed', picture, []],
  ['claimed', null, ['withoutPicture']],
  ['confirmed', picture, ['confirmed']],
  ['confirmed', null, ['confirmed']],
  ['unanswered', picture, ['unanswered']],
  ['unanswered', null, ['unanswered', 'withoutPicture']],
  ['disputed', null, ['disputed']],
] as const)('a closure that is %s, with the picture %s', (closure, proof, words) => {
  expect(closureWords({ closure, proof })).toEqual(words);
});

it('a row of a server that knows no closures has no words', () => {
  expect(closureWords({} as Parameters<typeof closureWords>[0])).toEqual([]);
});
