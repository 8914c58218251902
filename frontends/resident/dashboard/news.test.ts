import { expect, it } from 'vitest';
import { differs } from './news.ts';

const row = (id: string, updated_at = '2026-03-05T09:30:00Z') => ({ id, updated_at });

it.each([
  ['the same', [row('2'), row('1')], [row('2'), row('1')], false],
  ['a further page', [row('3'), row('2')], [row('3'), row('2'), row('1')], false],
  ['a new report', [row('2'), row('1')], [row('3'), row('2'), row('1')], true],
  ['the first report', [], [row('1')], true],
  ['another status', [row('2'), row('1')], [row('2'), row('1', '2026-03-06T09:30:00Z')], true],
  ['one that is gone', [row('2'), row('1')], [row('2')], true],
  ['nothing, again', [], [], false],
])('%s', (_, before, now, news) => {
  expect(differs(before, now)).toBe(news);
});
