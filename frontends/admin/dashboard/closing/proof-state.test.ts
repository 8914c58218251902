import { expect, it } from 'vitest';
import { type Entry, proofState } from './proof-state.ts';

const entry = (kind: Entry['kind'], status: string, more: Partial<Entry> = {}): Entry => ({
  seq: 1,
  at: '2026-03-05T09:30:00Z',
  kind,
  status,
  schedule: null,
  by: 'administration',
  name: null,
  text: null,
  image: null,
  ...more,
});
const created = entry('created', 'Open');
const proved = (image: string, status = 'Open') => entry('proved', status, { image });
const closed = entry('changed', 'Closed');
const disputed = entry('disputed', 'Open', { text: 'It leaks.' });
const nothing = { required: false, reason: null, waiting: null };

it.each<[string, Entry[], Partial<ReturnType<typeof proofState>>]>([
  ['a new report', [created], {}],
  ['a picture that was sent, and the report not closed', [created, proved('a')], { waiting: 'a' }],
  ['the newest of two', [created, proved('a'), proved('b')], { waiting: 'b' }],
  ['a closing uses it', [created, proved('a'), closed], {}],
  ['a change of the schedule uses none', [created, proved('a'), entry('changed', 'Open')], { waiting: 'a' }],
  ['one that joined a closure', [created, closed, proved('a', 'Closed'), entry('changed', 'Open')], {}],
  ['a dispute', [created, proved('a'), closed, disputed], { required: true, reason: 'It leaks.' }],
  [
    'one from before a dispute',
    [created, proved('a'), proved('b'), closed, disputed],
    { required: true, reason: 'It leaks.' },
  ],
  [
    'one sent after it',
    [created, closed, disputed, proved('c')],
    { required: true, reason: 'It leaks.', waiting: 'c' },
  ],
  [
    'a second closing that was taken back',
    [created, closed, disputed, proved('c'), closed, entry('changed', 'In Progress')],
    { required: true, reason: 'It leaks.' },
  ],
  ['a closing that was confirmed', [created, closed, disputed, proved('c'), closed, entry('confirmed', 'Closed')], {}],
])('%s', (_, history, state) => {
  expect(proofState(history)).toEqual({ ...nothing, ...state });
});
