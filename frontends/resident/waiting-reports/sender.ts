/** Sends a person's waiting reports from a page: at its start, when it is online, when it is looked at, and by and by. */
import { onReachable } from '@tma/web/offline/connection';
import { onQueueChange, type QueueChange } from '@tma/web/queue/changes';
import { readReports } from '@tma/web/queue/kept';
import { noteWaiting, wasLost } from '@tma/web/queue/loss';
import { sendKept } from '@tma/web/queue/send';
import { canBeSent, timeLeft } from '@tma/web/queue/states';
import { leaveToken } from '@tma/web/queue/tokens';
import { answerWorker, askToPersist, wakeWorkerOnline } from '@tma/web/queue/with-worker';
import { tokenOf } from '../resident-token.ts';

/** How long to wait after attempts without an answer, one after the other, in milliseconds. */
const pauses = [5_000, 15_000, 45_000, 120_000, 300_000];

const waitingOf = async (userId: string) => (await readReports(userId)).filter(({ state }) => canBeSent(state));

/** What is needed where the page is closed meanwhile: the worker's part, and a token for it. */
async function prepareWorker(userId: string): Promise<void> {
  await leaveToken(userId, await tokenOf(userId).catch(() => null));
  await wakeWorkerOnline();
}

/** Without storage nothing waits. */
const warn = (error: unknown) => console.warn('Waiting reports could not be read:', error);

/** @returns the way to stop */
export function startSending(userId: string): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let failures = 0;
  let running = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Waits for the time of the next attempt. Who has to sign in is asked no more until something happens. */
  const plan = async () => {
    clearTimeout(timer);
    const waiting = await waitingOf(userId);
    if (!(await wasLost(userId))) noteWaiting(userId, waiting.length > 0);
    if (waiting.length === 0) return leaveToken(userId, null);
    askToPersist();
    await prepareWorker(userId);
    if (!navigator.onLine) return;
    const times = waiting.filter(({ state }) => state !== 'signedOut').map(({ wait }) => timeLeft(wait, Date.now()));
    if (times.length === 0 || signal.aborted) return;
    const pause = pauses[Math.min(failures, pauses.length - 1)] ?? 0;
    clearTimeout(timer);
    timer = setTimeout(run, Math.max(pause, Math.min(...times)));
  };
  const sendDue = async () => {
    for (const report of await waitingOf(userId)) {
      if (signal.aborted || timeLeft(report.wait, Date.now()) > 0) continue;
      const done = await sendKept(report, { readToken: tokenOf });
      failures = done?.result === 'unanswered' ? failures + 1 : 0;
      if (done?.result === 'unanswered' || done?.result === 'unauthorized') return;
    }
  };
  const run = async () => {
    if (running || signal.aborted) return;
    running = true;
    await (navigator.onLine ? sendDue() : Promise.resolve()).then(plan).catch(warn);
    running = false;
  };
  const follow = ({ userId: whose, kind }: QueueChange) => {
    if (whose !== userId || running || kind === 'sent') return;
    (kind === 'sending' ? prepareWorker(userId) : plan()).catch(warn);
  };
  const retry = () => {
    failures = 0;
    void run();
  };

  window.addEventListener('online', retry, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && retry(), { signal });
  const stops = [
    onQueueChange(follow),
    // Not every cut is known to the browser itself.
    onReachable(retry),
    answerWorker((question) =>
      question.userId === userId ? tokenOf(userId, question.refused) : Promise.resolve(null),
    ),
  ];
  void run();
  return () => {
    ended.abort();
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
