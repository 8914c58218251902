import { closureStates } from '@tma/contracts';
import { expect, test } from 'vitest';
import type { CurrentState } from './closures.store.ts';
import { actorOf, type ClosureEvent, decide } from './state-machine.ts';

/** What a cell of the table says, in a word. */
const word = (state: CurrentState, event: ClosureEvent) => {
  const outcome = decide(state, event);
  if (outcome === 'stays') return '-';
  return 'next' in outcome ? outcome.next : `! ${outcome.refused}`;
};

const columns: ClosureEvent[] = [
  'close',
  'close-unproved',
  'open',
  'prove',
  'prove-again',
  'fixed',
  'not-fixed',
  'expire',
];
const over = '! closure_over';
const proof = '! proof_required';
const full = '! already_closed';
const said = '! already_answered';
const none = '! not_found';

const rows: [CurrentState, string[]][] = [
  ['none', ['claimed', proof, '-', '-', '-', none, none, '-']],
  ['claimed', ['-', '-', 'withdrawn', '-', full, 'confirmed', 'disputed', '-']],
  ['lapsed', ['-', '-', 'withdrawn', full, full, over, over, 'unanswered']],
  ['confirmed', ['-', '-', 'withdrawn', full, full, '-', said, '-']],
  ['disputed', ['claimed', proof, '-', '-', '-', said, '-', '-']],
  ['unanswered', ['-', '-', 'withdrawn', full, full, over, over, '-']],
  ['withdrawn', ['claimed', proof, '-', '-', '-', over, over, '-']],
];

test.each(rows)('%s', (state, expected) => {
  expect(columns.map((event) => word(state, event))).toEqual(expected);
});

test('every state of the contract has its row', () => {
  expect(rows.map(([state]) => state).sort()).toEqual([...closureStates, 'lapsed', 'none'].sort());
});

test.each([
  [['close', 'close-unproved', 'open', 'prove', 'prove-again'], 'administration'],
  [['fixed', 'not-fixed'], 'resident'],
  [['expire'], 'portal'],
] as [ClosureEvent[], string][])('%j is of the %s', (events, actor) => {
  expect(events.map(actorOf)).toEqual(events.map(() => actor));
});
