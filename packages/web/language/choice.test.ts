import { expect, it } from 'vitest';
import { chosenIn, languageIn } from './choice.ts';

it.each([
  ['lang=ur', 'ur'],
  ['a=b; lang=en; c=d', 'en'],
  ['a=b;lang=ur', 'ur'],
  ['', null],
  ['lang=', null],
  ['lang=xx', null],
  ['slang=ur', null],
])('the cookies %j say %s', (cookies, language) => {
  expect(languageIn(cookies)).toBe(language);
});

it.each([
  ['languageToTell', 'ur', 'ur'],
  ['languageToTell', null, null],
  ['languageToTell', 'xx', null],
  ['Token', 'ur', null],
])('another tab that stores %s as %j has chosen %s', (key, newValue, language) => {
  expect(chosenIn({ key, newValue } as StorageEvent)).toBe(language);
});
