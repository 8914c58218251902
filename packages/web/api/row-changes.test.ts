import { expect, it } from 'vitest';
import { loadedRowsDiffer, rowsDiffer } from './row-changes.ts';

const row = (id: string, updated_at = '2026-03-05T09:30:00Z') => ({ id, updated_at });
const later = '2026-03-06T09:30:00Z';

it.each([
  ['the same', [row('2'), row('1')], [row('2'), row('1')], false, false],
  ['a further page', [row('3'), row('2')], [row('3'), row('2'), row('1')], true, false],
  ['a new report', [row('2'), row('1')], [row('3'), row('2'), row('1')], true, true],
  ['a new report above one', [row('1')], [row('2'), row('1')], true, true],
  ['the first report', [], [row('1')], true, true],
  ['another status', [row('2'), row('1')], [row('2'), row('1', later)], true, true],
  ['one that is gone', [row('2'), row('1')], [row('2')], true, true],
  ['one in the place of another', [row('1')], [row('2')], true, true],
  ['nothing, again', [], [], false, false],
])('%s', (_, before, now, any, loaded) => {
  expect([rowsDiffer(before, now), loadedRowsDiffer(before, now)]).toEqual([any, loaded]);
});
