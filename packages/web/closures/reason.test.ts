import { limits } from '@tma/contracts/limits';
import { DisputeReason } from '@tma/contracts/reports/shapes';
import { expect, it } from 'vitest';
import { isSameReason, reasonProblem } from './reason.ts';

it.each([
  ['', 'Say what is not fixed.'],
  [' \n\t ', 'Say what is not fixed.'],
  ['Still dark.', null],
  ['x'.repeat(limits.disputeReason), null],
  [`${'x'.repeat(limits.disputeReason)}   `, null],
  ['x'.repeat(limits.disputeReason + 1), 'must be at most 1000 characters'],
])('%.20j: %s', (reason, problem) => {
  expect(reasonProblem(reason)).toBe(problem);
});

it.each(['Still dark.', ' Still\r\ndark.\n', 'بتی اب بھی بند ہے'])(
  '%j is known again as the server keeps it',
  (sent) => {
    expect(isSameReason(sent, DisputeReason.parse(sent))).toBe(true);
  },
);

it('the reason of another tab is not the one that was sent', () => {
  expect(isSameReason('Still dark.', 'It flickers.')).toBe(false);
  expect(isSameReason('Still dark.', null)).toBe(false);
});
