import { issueNames, statuses } from '@tma/contracts';
import { expect, it } from 'vitest';
import { requiredNames } from '../../frontends/resident/new-request/report-draft.ts';
import { ur } from '../../services/notify/texts/ur.ts';
import { defaultHolidaysIn } from '../../services/reports/report/due/default-holidays.ts';
import { read } from '../../testing/house/tree.ts';

const { terms } = JSON.parse(read('packages/web/locales/ur.json')) as { terms: Record<string, Record<string, string>> };
const keyOf = (name: string) => name.replaceAll(/\W+/g, '_');

it.each(issueNames)('pages and mails in Urdu have one word for %s', (issue) => {
  const text = ur.note.explanation({ issue, reference: '', tehsil: '' });
  expect(text).toContain(`”${terms.issue?.[keyOf(issue)]}“`);
});

it.each(statuses.map(({ name }) => name))('pages and mails in Urdu have one word for %s', (status) => {
  expect(ur.statusChanged.status(status)).toBe(`صورتحال: ${terms.status?.[keyOf(status)]}`);
});

it('every holiday of the calendar, and every field that a report must have, has words in Urdu', () => {
  const holidays = [...defaultHolidaysIn(2026).values(), ...defaultHolidaysIn(2027).values()].map(({ name }) => name);
  for (const name of holidays) expect(terms.holiday, name).toHaveProperty(keyOf(name));
  for (const name of requiredNames) expect(terms.field, name).toHaveProperty(name);
});
