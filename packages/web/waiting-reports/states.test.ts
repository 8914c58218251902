import { ApiError } from '@tma/web/api/api-error';
import { describe, expect, it } from 'vitest';
import { attemptOf, canBeSent, stateAfter, timeLeft, type WaitingState, waitAfter } from './states.ts';

describe('what becomes of a waiting report', () => {
  it.each<[WaitingState, boolean]>([
    ['waiting', true],
    ['later', true],
    ['signedOut', true],
    ['refused', false],
    ['unfinished', false],
  ])('%s: may be sent as it is: %s', (state, sendable) => {
    expect(canBeSent(state)).toBe(sendable);
  });

  it.each([
    ['accepted', null],
    ['unanswered', 'waiting'],
    ['busy', 'later'],
    ['unauthorized', 'signedOut'],
    ['refused', 'refused'],
    ['stopped', 'unfinished'],
  ] as const)('an attempt that is %s leaves it %s', (result, state) => {
    expect(stateAfter[result]).toBe(state);
  });
});

describe('what an answer means', () => {
  it.each([
    [new ApiError(0, 'unreachable', ''), 'unanswered'],
    [new ApiError(500, 'internal', 'Something went wrong.'), 'unanswered'],
    [new ApiError(502, '', ''), 'unanswered'],
    [new ApiError(401, 'no_authorization', 'The session has ended'), 'unauthorized'],
    [new ApiError(400, 'invalid_request', 'Missing: issue'), 'refused'],
    [new ApiError(422, '', 'Not now'), 'refused'],
    [new ApiError(413, '', ''), 'refused'],
    // Somebody between answers so: the sign-in page of a public network, a proxy.
    [new ApiError(403, '', ''), 'unanswered'],
    [new DOMException('', 'AbortError'), 'stopped'],
  ])('%o: %s', (error, result) => {
    expect(attemptOf(error)).toEqual({ result, error });
  });

  it.each([
    new SyntaxError('Unexpected token <'),
    new TypeError('Failed to fetch'),
    new DOMException('', 'TimeoutError'),
  ])('%o: no answer', (error) => {
    expect(attemptOf(error)).toMatchObject({ result: 'unanswered', error: { status: 0, message: '' } });
  });

  it.each([
    [503, 5, 5],
    [429, 3600, 3600],
    [503, 10_000_000, 86_400],
    [503, undefined, 30],
    [408, undefined, 30],
  ])('%i with Retry-After %s waits %i seconds', (status, retryAfter, seconds) => {
    const error = new ApiError(status, 'busy', 'Later', [], retryAfter);
    expect(attemptOf(error)).toEqual({ result: 'busy', seconds, error });
  });
});

it('waits no longer than it was asked to, whatever the clock of the device does', () => {
  const wait = { since: 1_000_000, seconds: 60 };
  expect(timeLeft(undefined, 5)).toBe(0);
  expect(timeLeft(wait, 1_000_000)).toBe(60_000);
  expect(timeLeft(wait, 1_050_000)).toBe(10_000);
  expect(timeLeft(wait, 9_000_000)).toBe(0);
  expect(timeLeft(wait, 0)).toBe(0);
});

it('waits longer after each attempt without an answer, for five minutes at most', () => {
  const unanswered = { result: 'unanswered', error: null } as const;
  let wait = waitAfter(unanswered, undefined, 7);
  const seconds = Array.from({ length: 8 }, () => {
    const now = wait?.seconds;
    wait = waitAfter(unanswered, wait, 7);
    return now;
  });
  expect(seconds).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  expect(waitAfter({ result: 'busy', seconds: 9, error: null }, wait, 7)).toEqual({ since: 7, seconds: 9 });
  expect(waitAfter({ result: 'unauthorized', error: null }, wait, 7)).toBeUndefined();
});
