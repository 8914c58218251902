import { issues } from '@tma/contracts/reports/issues';
import { adminFilters, statuses } from '@tma/contracts/reports/statuses';
import { setLanguage } from '@tma/web/texts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { latinWords } from '../../../testing/latin.ts';
import { reporterName, term, termKey } from './terms.ts';

const values = {
  status: statuses.map(({ name }) => name),
  issue: issues.map(({ name }) => name),
  document: [...new Set(issues.flatMap(({ documents }) => documents))],
  filter: adminFilters.map(({ label }) => label),
} as const;

it.each(Object.entries(values))('in English a %s is shown as it is', (kind, all) => {
  for (const value of all) expect(term(kind as keyof typeof values, value)).toBe(value);
});

it.each(Object.entries(values))('every %s has a key of its own, without a dot of its own', (kind, all) => {
  const keys = all.map((value) => termKey(kind as keyof typeof values, value));
  expect(new Set(keys).size).toBe(all.length);
  for (const key of keys) expect(key).toMatch(/^terms\.\w+\.\w+$/);
});

it.each(['Gone by now', '', 'a {{name}} of somebody', 'Trash: other. More'])(
  '%j, which nobody knows, is shown as it is',
  (value) => {
    expect(term('issue', value)).toBe(value);
  },
);

it('a reporter is shown by name, also one who gave none, or whose account was deleted', () => {
  expect(['Sana Khan', 'User', 'Deleted user'].map(reporterName)).toEqual(['Sana Khan', 'User', 'Deleted user']);
});

describe('in Urdu', () => {
  beforeAll(() => setLanguage('ur'));
  afterAll(() => setLanguage('en'));

  it.each(Object.entries(values))('every %s has words', (kind, all) => {
    for (const value of all) expect(latinWords(term(kind as keyof typeof values, value))).toEqual([]);
  });

  it('a holiday of the calendar has words, and one that somebody typed has its own', () => {
    expect(['Eid ul-Fitr', 'Quaid-e-Azam Day', 'Founding Day'].map((name) => term('holiday', name))).toEqual([
      'عید الفطر',
      'یومِ قائدِ اعظم',
      'Founding Day',
    ]);
  });

  it.each(['Gone by now', '', 'a {{name}} of somebody', '$t(ui.close)', 'constructor'])(
    '%j, which nobody knows, is shown as it is',
    (value) => {
      for (const kind of ['issue', 'holiday', 'person'] as const) expect(term(kind, value)).toBe(value);
    },
  );

  it('a reporter keeps their name', () => {
    expect(['Sana Khan', 'User', 'Deleted user'].map(reporterName)).toEqual(['Sana Khan', 'شہری', 'حذف شدہ اکاؤنٹ']);
  });
});
