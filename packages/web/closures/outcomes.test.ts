import { expect, it } from 'vitest';
import { outcomeOf, outcomeOfAnswer } from './outcomes.ts';

const closure = (state: Parameters<typeof outcomeOf>[0]['state'], reason: string | null = null) => ({ state, reason });

it.each([
  [closure('claimed'), null],
  [closure('confirmed'), { kind: 'answered', said: 'confirmed', reason: null }],
  [closure('disputed', 'Dark.'), { kind: 'answered', said: 'disputed', reason: 'Dark.' }],
  [closure('unanswered'), { kind: 'over' }],
  [closure('withdrawn'), { kind: 'over' }],
])('%j', (given, outcome) => {
  expect(outcomeOf(given)).toEqual(outcome);
});

it('an answer that was taken is thanked for', () => {
  expect(outcomeOfAnswer({ answer: 'fixed' }, closure('confirmed'))).toEqual({ kind: 'mine', said: 'confirmed' });
  const dispute = { answer: 'not-fixed', reason: ' Dark. ' } as const;
  expect(outcomeOfAnswer(dispute, closure('disputed', 'Dark.'))).toEqual({ kind: 'mine', said: 'disputed' });
});

it('a dispute of another tab came first: what that one said is told, not this one', () => {
  const dispute = { answer: 'not-fixed', reason: 'Dark.' } as const;
  const first = { kind: 'answered', said: 'disputed', reason: 'It flickers.' };
  expect(outcomeOfAnswer(dispute, closure('disputed', 'It flickers.'))).toEqual(first);
});
