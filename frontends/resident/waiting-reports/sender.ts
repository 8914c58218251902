/** Sends a person's waiting reports from a page: at its start, when it is online, when it is looked at, and by and by. */
import { onReachable } from '@tma/web/offline/connection';
import { onQueueChange, type QueueChange } from '@tma/web/queue/changes';
import { forgetAbsent, readReports } from '@tma/web/queue/kept';
import { wasLost } from '@tma/web/queue/loss';
import { noteWaiting } from '@tma/web/queue/note';
import type { KeptReport } from '@tma/web/queue/report';
import { sendKept } from '@tma/web/queue/send';
import { readServerTime } from '@tma/web/queue/server-time';
import { canBeSent, timeLeft } from '@tma/web/queue/states';
import { leaveToken } from '@tma/web/queue/tokens';
import { answerWorker, askToPersist, wakeWorkerOnline } from '@tma/web/queue/with-worker';
import { auth, onResidentChange, storedSession } from '@tma/web/session/resident-session';
import { tokenOf } from '../resident-token.ts';

/** How long to wait before the next look at what waits, at least and at most, in milliseconds. */
const pauses = { least: 5_000, most: 3_600_000 };

const waitingOf = async (userId: string) => (await readReports(userId)).filter(({ state }) => canBeSent(state));

/** Without storage nothing waits. */
const warn = (error: unknown) => console.warn('Waiting reports could not be read:', error);

// Whichever way the session ends.
onResidentChange(() => void leaveToken('', null).catch(warn));

async function forgetOthers(userId?: string): Promise<void> {
  // Who is here is not away, whatever the server says or does not say.
  await forgetAbsent(userId, undefined);
  if (!(await readReports()).some(({ userId: writer }) => writer !== userId)) return;
  const now = await readServerTime();
  // Somebody else may have signed in meanwhile, and forgets for themselves.
  if (storedSession()?.user.id !== userId) return;
  for (const writer of await forgetAbsent(userId, now)) noteWaiting(writer, false);
}

/** The same from pages that are not for residents, for whoever is signed in, here or in another tab. @returns the way to stop */
export function startSendingAnywhere(): () => void {
  let whose = storedSession()?.user.id;
  let stop = whose === undefined ? () => {} : startSending(whose);
  if (whose === undefined) void forgetOthers().catch(warn);
  const { data } = auth.onAuthStateChange((_event, session) => {
    if (!session || session.user.id === whose) return;
    stop();
    whose = session.user.id;
    stop = startSending(whose);
  });
  return () => {
    data.subscription.unsubscribe();
    stop();
  };
}

/** @returns the way to stop */
export function startSending(userId: string): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let running = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** For the worker, where the page is closed meanwhile. */
  const leaveOwnToken = async () => {
    const token = await tokenOf(userId).catch(() => null);
    if (!signal.aborted) await leaveToken(userId, token);
  };
  /** Waits for the time of the next attempt. Who has to sign in is asked no more until something happens. */
  const plan = async () => {
    clearTimeout(timer);
    const waiting = await waitingOf(userId);
    const lost = await wasLost(userId);
    if (signal.aborted) return;
    if (!lost) noteWaiting(userId, waiting.length > 0);
    if (waiting.length === 0) return leaveToken(userId, null);
    askToPersist();
    await leaveOwnToken();
    await wakeWorkerOnline();
    if (!navigator.onLine) return;
    const times = waiting.filter(({ state }) => state !== 'signedOut').map(({ wait }) => timeLeft(wait, Date.now()));
    if (times.length === 0 || signal.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(() => void run(), Math.min(Math.max(pauses.least, Math.min(...times)), pauses.most));
  };
  const sendDue = async (atOnce: boolean) => {
    // The wait of the portal's own asking is kept in any case.
    const isDue = ({ state, wait }: KeptReport) =>
      !signal.aborted && ((atOnce && state !== 'later') || timeLeft(wait, Date.now()) === 0);
    for (const report of await waitingOf(userId)) {
      const done = await sendKept(report, { readToken: tokenOf, isDue });
      if (done?.result === 'unanswered' || done?.result === 'unauthorized') return;
    }
  };
  const run = async (atOnce = false) => {
    if (running || signal.aborted) return;
    running = true;
    await (navigator.onLine ? sendDue(atOnce) : Promise.resolve()).then(plan).catch(warn);
    running = false;
  };
  const follow = ({ userId: whose, kind }: QueueChange) => {
    if (whose !== userId || running || kind === 'sent') return;
    (kind === 'sending' ? leaveOwnToken() : plan()).catch(warn);
  };
  /** There may be an answer now, however many attempts had none. */
  const retry = () => void run(true);

  window.addEventListener('online', retry, { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') retry();
    },
    { signal },
  );
  const stops = [
    onQueueChange(follow),
    // Not every cut is known to the browser itself.
    onReachable(retry),
    answerWorker((question) =>
      question.userId === userId ? tokenOf(userId, question.refused) : Promise.resolve(null),
    ),
  ];
  void forgetOthers(userId).catch(warn);
  retry();
  return () => {
    ended.abort();
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
