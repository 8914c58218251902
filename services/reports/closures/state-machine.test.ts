import { closureStates } from '@tma/contracts';
import { expect, test } from 'vitest';
import { actorOf, decide, type Happening, type Standing } from './state-machine.ts';

/** What a cell of the table says, in a word. */
const word = (standing: Standing, happening: Happening) => {
  const outcome = decide(standing, happening);
  if (outcome === 'stays') return '-';
  return 'next' in outcome ? outcome.next : `! ${outcome.refused}`;
};

const columns: Happening[] = [
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

const rows: [Standing, string[]][] = [
  ['none', ['claimed', proof, '-', '-', '-', none, none, '-']],
  ['claimed', ['-', '-', 'withdrawn', '-', full, 'confirmed', 'disputed', '-']],
  ['lapsed', ['-', '-', 'withdrawn', full, full, over, over, 'unanswered']],
  ['confirmed', ['-', '-', 'withdrawn', full, full, '-', said, '-']],
  ['disputed', ['claimed', proof, '-', '-', '-', said, '-', '-']],
  ['unanswered', ['-', '-', 'withdrawn', full, full, over, over, '-']],
  ['withdrawn', ['claimed', proof, '-', '-', '-', over, over, '-']],
];

test.each(rows)('%s', (standing, expected) => {
  expect(columns.map((happening) => word(standing, happening))).toEqual(expected);
});

test('every state of the contract has its row', () => {
  expect(rows.map(([standing]) => standing).sort()).toEqual([...closureStates, 'lapsed', 'none'].sort());
});

test.each([
  [['close', 'close-unproved', 'open', 'prove', 'prove-again'], 'administration'],
  [['fixed', 'not-fixed'], 'resident'],
  [['expire'], 'portal'],
] as [Happening[], string][])('%j is of the %s', (happenings, actor) => {
  expect(happenings.map(actorOf)).toEqual(happenings.map(() => actor));
});
