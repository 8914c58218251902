/** Sends a person's waiting reports from a page: at its start, when it is online, when it is looked at, and by and by. */
import { onReachable } from '@tma/web/offline/connection';
import { onResidentChange, onSession, storedSession } from '@tma/web/session/resident-session';
import { tokenOf } from '@tma/web/session/resident-token';
import { onWaitingChange, type WaitingChange } from '@tma/web/waiting-reports/changes';
import { noteWaiting } from '@tma/web/waiting-reports/note';
import type { WaitingReport } from '@tma/web/waiting-reports/report';
import { sendReport } from '@tma/web/waiting-reports/send';
import { canBeSent, timeLeft } from '@tma/web/waiting-reports/states';
import { readReports, removeOfAbsent, wasLost } from '@tma/web/waiting-reports/store';
import { leaveToken, removeToken } from '@tma/web/waiting-reports/tokens';
import { answerWorker, askToPersist, wakeWorkerOnline } from '@tma/web/waiting-reports/with-worker';
import { readServerTime } from './server-time.ts';

/** How long to wait before the next look at what waits, at least and at most, in milliseconds. */
const pauses = { least: 5_000, most: 3_600_000 };

const sendableOf = async (userId: string) => (await readReports(userId)).filter(({ state }) => canBeSent(state));

/** Without storage nothing waits. */
const warn = (error: unknown) => console.warn('Waiting reports could not be read:', error);

// Whichever way the session ends.
onResidentChange(() => void removeToken().catch(warn));

/** Removes the reports of others who have not signed in on this device for too long. */
async function removeOthers(userId?: string): Promise<void> {
  // Who is signed in is not away, also without the server's time.
  await removeOfAbsent(userId, undefined);
  if (!(await readReports()).some(({ userId: writer }) => writer !== userId)) return;
  const now = await readServerTime();
  // Somebody else may have signed in meanwhile, and removes for themselves.
  if (storedSession()?.user.id !== userId) return;
  for (const writer of await removeOfAbsent(userId, now)) noteWaiting(writer, false);
}

/** The same from pages that are not for residents, for whoever is signed in, here or in another tab. @returns a function that stops it */
export function startSendingAnywhere(): () => void {
  let whose = storedSession()?.user.id;
  let stop = whose === undefined ? () => {} : startSending(whose);
  if (whose === undefined) void removeOthers().catch(warn);
  const unsubscribe = onSession((session) => {
    if (!session || session.user.id === whose) return;
    stop();
    whose = session.user.id;
    stop = startSending(whose);
  });
  return () => {
    unsubscribe();
    stop();
  };
}

/** Leaves this person's token for the worker, where the page is closed meanwhile. */
async function leaveOwnToken(userId: string, signal: AbortSignal): Promise<void> {
  const token = await tokenOf(userId).catch(() => null);
  if (signal.aborted) return;
  await (token === null ? removeToken() : leaveToken(userId, token));
}

/** Sends those whose time has come. @param atOnce also those that only had no answer yet */
async function sendDue(userId: string, atOnce: boolean, signal: AbortSignal): Promise<void> {
  // The time that the portal asked for is waited for in any case.
  const isDue = ({ state, wait }: WaitingReport) =>
    !signal.aborted && ((atOnce && state !== 'later') || timeLeft(wait, Date.now()) === 0);
  for (const report of await sendableOf(userId)) {
    const done = await sendReport(report, { readToken: tokenOf, isDue });
    if (done?.result === 'unanswered' || done?.result === 'unauthorized') return;
  }
}

/**
 * Sees to it that what waits is sent without this page, too.
 * @returns in how many milliseconds to try again; null where nothing waits, or only for a network or for somebody to sign in
 */
async function prepareNext(userId: string, signal: AbortSignal): Promise<number | null> {
  const waiting = await sendableOf(userId);
  const lost = await wasLost(userId);
  if (signal.aborted) return null;
  if (!lost) noteWaiting(userId, waiting.length > 0);
  if (waiting.length === 0) {
    await removeToken();
    return null;
  }
  askToPersist();
  await leaveOwnToken(userId, signal);
  await wakeWorkerOnline();
  const times = waiting.filter(({ state }) => state !== 'signedOut').map(({ wait }) => timeLeft(wait, Date.now()));
  if (!navigator.onLine || times.length === 0) return null;
  return Math.min(Math.max(pauses.least, Math.min(...times)), pauses.most);
}

/** Calls it each time that there may be an answer again: the page is online, or looked at. Until the signal. */
function callWhenBack(retry: () => void, signal: AbortSignal): void {
  const retryWhenSeen = () => document.visibilityState === 'visible' && retry();
  window.addEventListener('online', retry, { signal });
  document.addEventListener('visibilitychange', retryWhenSeen, { signal });
  // Not every cut is known to the browser itself.
  signal.addEventListener('abort', onReachable(retry));
}

/** @returns a function that stops it */
export function startSending(userId: string): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let running = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const plan = async () => {
    clearTimeout(timer);
    const pause = await prepareNext(userId, signal);
    if (pause === null || signal.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(() => void run(), pause);
  };
  const run = async (atOnce = false) => {
    if (running || signal.aborted) return;
    running = true;
    await (navigator.onLine ? sendDue(userId, atOnce, signal) : Promise.resolve()).then(plan).catch(warn);
    running = false;
  };
  const follow = ({ userId: whose, kind }: WaitingChange) => {
    if (whose !== userId || running || kind === 'sent' || kind === 'forgotten') return;
    (kind === 'sending' ? leaveOwnToken(userId, signal) : plan()).catch(warn);
  };
  /** There may be an answer now, however many attempts had none. */
  const retry = () => void run(true);
  callWhenBack(retry, signal);
  const stops = [
    onWaitingChange(follow),
    answerWorker((question) =>
      question.userId === userId ? tokenOf(userId, question.refused) : Promise.resolve(null),
    ),
  ];
  void removeOthers(userId).catch(warn);
  retry();
  return () => {
    ended.abort();
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
