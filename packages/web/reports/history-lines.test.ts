import { expect, it } from 'vitest';
import { authorOf, type Entry, linesOf } from './history-lines.ts';

const entry = (
  kind: Entry['kind'],
  status: string,
  schedule: string | null = null,
  text: string | null = null,
): Entry => ({
  seq: 1,
  at: '2026-03-05T09:30:00Z',
  kind,
  status,
  schedule,
  by: kind === 'created' ? 'resident' : 'administration',
  name: null,
  text,
  image: null,
});
const wordsOf = (...entries: Entry[]) => linesOf(entries).map(({ what }) => what);

it('names what each change made different', () => {
  expect(
    wordsOf(
      entry('created', 'Open'),
      entry('changed', 'In Progress'),
      entry('changed', 'In Progress', '2026-03-07'),
      entry('changed', 'In Progress', '2026-03-08'),
      entry('changed', 'Closed'),
    ),
  ).toEqual([
    ['created'],
    [{ status: 'In Progress' }],
    ['scheduled'],
    ['rescheduled'],
    [{ status: 'Closed' }, 'unscheduled'],
  ]);
});

it('a dispute says that the report is open again, an answer that changed nothing says only itself', () => {
  expect(
    wordsOf(
      entry('created', 'Open'),
      entry('proved', 'Open'),
      entry('changed', 'Closed'),
      entry('disputed', 'Open'),
      entry('changed', 'Closed'),
      entry('confirmed', 'Closed'),
    ),
  ).toEqual([
    ['created'],
    ['proved'],
    [{ status: 'Closed' }],
    ['disputed', { status: 'Open' }],
    [{ status: 'Closed' }],
    ['confirmed'],
  ]);
});

it('shows a report that was sent with a schedule as received, not as scheduled', () => {
  expect(wordsOf(entry('created', 'Open', '2026-03-07'))).toEqual([['created']]);
});

it('an entry that shows no difference is not without words', () => {
  expect(wordsOf(entry('created', 'Open'), entry('changed', 'Open'))).toEqual([['created'], ['saved']]);
});

it('says whom a report was assigned to, and keeps what somebody wrote apart', () => {
  const lines = linesOf([
    entry('created', 'Open'),
    entry('assigned', 'Open', null, 'Bilal Shah'),
    entry('noted', 'Open', null, 'The pump is ordered.'),
    entry('assigned', 'Open'),
  ]);
  expect(lines.map(({ what, text }) => [what, text])).toEqual([
    [['created'], null],
    [[{ assignee: 'Bilal Shah' }], null],
    [['noted'], 'The pump is ordered.'],
    [[{ assignee: null }], null],
  ]);
});

it('takes a note of a resident for that of a supporter: the reporter answers, but writes no notes', () => {
  const by = (kind: Entry['kind'], who: Entry['by']) => authorOf({ ...entry(kind, 'Closed'), by: who });
  expect([by('noted', 'resident'), by('noted', 'administration'), by('disputed', 'resident')]).toEqual([
    'supporter',
    'administration',
    'resident',
  ]);
});
