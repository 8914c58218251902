import { expect, it } from 'vitest';
import { languageIn } from './choice.ts';

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
