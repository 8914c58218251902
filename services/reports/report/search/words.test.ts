import { expect, it } from 'vitest';
import { keysOf, searchOf } from './words.ts';

const sample = {
  reference: 'TMA-7K2M9PQR',
  location: 'Bank Road, near the post office',
  description: 'پانی نہیں آ رہا۔ Gutter line band hai, gali no. 12',
  name: 'Zoë Müller',
  tehsil: 'Sahiwal',
};

/** Whether a report with such texts is found by the exact search, read as Postgres reads it. */
function finds(q: string, report = sample): boolean {
  const keys = new Set(keysOf(report));
  const search = searchOf(q, 'Sahiwal');
  if (!search) return true;
  const has = (term: string) => {
    const [, key = '', prefix] = /^'(.+)'(:\*)?$/.exec(term) ?? [];
    return prefix ? [...keys].some((one) => one.startsWith(key)) : keys.has(key);
  };
  return search.exact.split(' | ').some((all) => all.replaceAll(/[()]/g, '').split(' & ').every(has));
}
const withText = (description: string) => ({ ...sample, description });

it.each([
  ['TMA-7K2M9PQR', true],
  ['tma-7k2m9pqr', true],
  ['7K2M9PQR', true],
  ['TMA7K2M9PQR', true],
  ['tma 7k2m', true],
  ['7k', true],
  ['TMA-', true],
  ['tma', true],
  ['TMA-K2M9', false],
  ['7K2M9PQRS', false],
  ['9PQR', false],
])('by its reference: %s %s', (q, found) => {
  expect(finds(q)).toBe(found);
});

it('reads letters of a reference that look like digits as these', () => {
  const other = { ...sample, reference: 'TMA-01ABCDEF' };
  for (const q of ['o1abc', 'OLab', 'tma-Oi', '0IABCDEF']) expect(finds(q, other), q).toBe(true);
});

it.each([
  ['bank road', true],
  ['ROAD   bank', true],
  ['ro ba', true],
  ['b', true],
  ['road bank zoe', true],
  ['muller gutter', true],
  ['Müller', true],
  ['12', true],
  ['۱۲', true],
  ['oad', false],
  ['road bazaar', false],
  ['bankroad', false],
  ['po-ba', true],
  ['"road" & !bank | (x', false],
  ["'road' bank:*", true],
])('by words and beginnings of words: %s %s', (q, found) => {
  expect(finds(q)).toBe(found);
});

it.each([
  ['پانی', 'پاني'],
  ['کچرا', 'كچرا'],
  ['ہسپتال', 'هسپتال'],
  ['کھمبا', 'کہمبا'],
  ['مُحَلّہ', 'محلہ'],
  ['آبادی', 'ابادی'],
  ['بے\u200cکار', 'بےکار'],
  ['ســـڑک', 'سڑک'],
  ['مسئلہ', 'مسيله'],
  ['گلی ۴۷', 'گلي ٤٧'],
  ['ﭘﺎﻧﯽ', 'پانی'],
])('finds %s by %s and the other way round', (one, other) => {
  expect(finds(one, withText(`x ${other} x`))).toBe(true);
  expect(finds(other, withText(`x ${one} x`))).toBe(true);
  expect(finds([...other].slice(0, 3).join(''), withText(one))).toBe(true);
});

it('tells long words apart that begin alike, though the quick search does not', () => {
  expect(finds('municipality', withText('municipalities'))).toBe(false);
  expect(finds('municipal', withText('municipalities'))).toBe(true);
  expect(searchOf('municipality', 'Sahiwal')?.quick).toContain("'munici'");
});

it('makes a search of nothing that means something to Postgres', () => {
  const { exact } = searchOf(`it's \\' (a|b) !c <-> d:* & \u0000`, 'Sahiwal') ?? { exact: '' };
  expect(exact.replaceAll(/'[\p{L}\p{N}]+'(:\*)?/gu, 'x')).toMatch(/^\(x( & x)*\)$/);
});

it('refuses a search without a word', () => {
  expect(() => searchOf('ــ', 'Sahiwal')).toThrow('must have a letter or a digit');
});

it('cuts very long words, so that no key is too long for the index', () => {
  expect(finds('x'.repeat(100), withText('x'.repeat(4000)))).toBe(true);
  expect(Math.max(...keysOf(withText('پ'.repeat(4000))).map((key) => Buffer.byteLength(key)))).toBeLessThan(300);
});

it('finds reports of the tehsil alone', () => {
  const { sign = '' } = searchOf('canal', 'Sahiwal') ?? {};
  expect(keysOf(sample)).toContain(sign);
  expect(keysOf({ ...sample, tehsil: 'Okara' })).not.toContain(sign);
});
