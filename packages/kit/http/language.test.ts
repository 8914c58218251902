import { expect, it } from 'vitest';
import { languageOf } from './language.ts';

it.each([
  [undefined, undefined, 'en'],
  ['', '', 'en'],
  ['lang=ur', undefined, 'ur'],
  ['a=b; lang=ur; c=d', 'en', 'ur'],
  ['lang=en', 'ur', 'en'],
  ['lang=xx', 'ur', 'ur'],
  ['otherlang=ur', undefined, 'en'],
  ['lang=urdu', undefined, 'en'],
  [undefined, 'ur', 'ur'],
  [undefined, 'ur-PK', 'ur'],
  [undefined, 'UR-pk', 'ur'],
  [undefined, 'fr, ur;q=0.4, en;q=0.5', 'en'],
  [undefined, 'fr, en;q=0.4, ur ; q=0.5', 'ur'],
  [undefined, 'ur;q=0, fr', 'en'],
  [undefined, 'ur;q=x', 'en'],
  [undefined, '*', 'en'],
  [undefined, ',;q=,', 'en'],
  [undefined, `${'x,'.repeat(10_000)}ur`, 'en'],
])('cookie %j and Accept-Language %.40j: %s', (cookie, header, language) =>
  expect(languageOf({ cookie, 'accept-language': header })).toBe(language),
);
