import { issueNames, statuses } from '@tma/contracts';
import { expect, it } from 'vitest';
import { ur } from '../../services/notify/locales/ur.ts';
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
