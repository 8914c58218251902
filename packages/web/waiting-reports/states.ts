/** The state of a waiting report, and what becomes of it. Nothing here reads, writes or sends. */
import { ApiError } from '@tma/web/api/api-error';

/**
 * `waiting` for a network; `later` because the portal asked for time; `signedOut` until its writer signs in; `refused` until
 * it is edited; `unfinished` when it was put aside. That it is being sent is no state: a page that is closed meanwhile has left
 * it as it was before.
 */
export type WaitingState = 'waiting' | 'later' | 'signedOut' | 'refused' | 'unfinished';

/** What an attempt to send it came to. */
type Result = 'accepted' | 'unanswered' | 'busy' | 'unauthorized' | 'refused' | 'stopped';

/** Its state after each result; null once it is sent. */
export const stateAfter: Readonly<Record<Result, WaitingState | null>> = {
  accepted: null,
  unanswered: 'waiting',
  busy: 'later',
  unauthorized: 'signedOut',
  refused: 'refused',
  stopped: 'unfinished',
};

export const canBeSent = (state: WaitingState): boolean => state !== 'refused' && state !== 'unfinished';

/** An attempt's result with what was thrown, if anything was. */
export type Attempt =
  | { result: 'accepted' }
  | { result: 'busy'; seconds: number; error: unknown }
  | { result: 'refused'; error: ApiError }
  | { result: Exclude<Result, 'accepted' | 'busy' | 'refused'>; error: unknown };

/** How long to wait where the portal asks for time and does not say how much, and at most, in seconds. */
const askedWait = { usual: 30, most: 24 * 3600 };

/**
 * The result of an attempt that threw. Only the portal itself can refuse a report: something between, such as the sign-in page of a
 * public network, may answer as well, and then the report was not sent.
 */
export function attemptOf(error: unknown): Attempt {
  if (error instanceof DOMException && error.name === 'AbortError') return { result: 'stopped', error };
  if (!(error instanceof ApiError)) return { result: 'unanswered', error: new ApiError(0, 'unreachable', '') };
  const { status, code, message, retryAfter } = error;
  if (status === 401) return { result: 'unauthorized', error };
  // 408: the line was too slow for it, and may be better by then.
  if (status === 408 || status === 429 || status === 503)
    return { result: 'busy', seconds: Math.min(retryAfter ?? askedWait.usual, askedWait.most), error };
  const isRefusal = status === 413 || (status >= 400 && status < 500 && (code !== '' || message !== ''));
  return { result: isRefusal ? 'refused' : 'unanswered', error };
}

/** How long to wait before the next attempt, and since when, by the device's clock. */
export interface Wait {
  since: number;
  seconds: number;
}

/** How long to wait after the first attempt without an answer, and after many, in seconds. */
const pauses = { first: 5, most: 300 };

/** The wait after an attempt: as long as the portal asked for, or twice as long as `before` where there was no answer. */
export function waitAfter(done: Attempt, before: Wait | undefined, now: number): Wait | undefined {
  if (done.result === 'busy') return { since: now, seconds: done.seconds };
  if (done.result !== 'unanswered') return undefined;
  return { since: now, seconds: before ? Math.min(before.seconds * 2, pauses.most) : pauses.first };
}

/**
 * How long is left to wait at `now`, in milliseconds. A clock that was set back ends the wait: sent early, it is only asked
 * to wait once more.
 */
export function timeLeft(wait: Wait | undefined, now: number): number {
  if (!wait) return 0;
  const passed = now - wait.since;
  return passed < 0 ? 0 : Math.max(0, wait.seconds * 1000 - passed);
}
