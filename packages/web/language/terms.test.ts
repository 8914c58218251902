import { issues } from '@tma/contracts/reports/issues';
import { adminFilters, statuses } from '@tma/contracts/reports/statuses';
import { expect, it } from 'vitest';
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

it.each(Object.entries(values))('every %s has a key of its own, which i18next does not take apart', (kind, all) => {
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

it('a reporter is shown by name, also one whose account was deleted', () => {
  expect([reporterName('Sana Khan'), reporterName('Deleted user')]).toEqual(['Sana Khan', 'Deleted user']);
});
