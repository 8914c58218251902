import { expect, it } from 'vitest';
import { isolate } from './isolate.ts';

it('what is filled into an Urdu text is kept together', () => {
  expect(isolate('Sana Khan', 'ur')).toBe('\u2068Sana Khan\u2069');
  expect(isolate('TMA-ABCD1234', 'ur')).toBe('\u2068TMA-ABCD1234\u2069');
  expect(isolate('21 نومبر، 2026', 'ur')).toBe('\u206821 نومبر، 2026\u2069');
});

it.each(['', '7', '1,234', '0.5', '14:30'])('"%s" needs nothing', (value) => {
  expect(isolate(value, 'ur')).toBe(value);
});

it.each(['en', 'xx'])('in %s every value stays as it is', (language) => {
  expect(isolate('Sana Khan', language)).toBe('Sana Khan');
});
