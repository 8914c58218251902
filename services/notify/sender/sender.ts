import { listenToChannel, pause } from '@tma/kit';
import type { Notify } from '../context.ts';
import { sendNext } from './deliver.ts';
import { unreachableSeconds } from './retry.ts';
import { maxConnections } from './transport.ts';

/** Finds mails that come due later, and those whose notification was missed. */
const pollMs = 1000;
const databaseRetryMs = 1000;

/** Sends queued mails, several at a time, until it is stopped. @returns what stops it, once the mails in hand are sent */
export function startSender(notify: Notify): () => Promise<void> {
  const stopping = new AbortController();
  const notifications = listenForMails(notify);
  const outage = createOutageLog(notify.log);
  const running = Array.from({ length: maxConnections }, () =>
    sendUntil(stopping.signal, notify, notifications, outage),
  );
  return async () => {
    stopping.abort();
    await Promise.all([...running, notifications.stop()]);
    notify.transport.close();
  };
}

/** One of the loops: sends mail after mail, and waits while there is none, no server or no database. */
async function sendUntil(stopped: AbortSignal, notify: Notify, notifications: Notifications, outage: OutageLog) {
  let failures = 0;
  while (!stopped.aborted) {
    try {
      const seen = notifications.count();
      const outcome = await sendNext(notify, failures);
      outage.end();
      if (outcome === 'unreachable') {
        // The mails behind this one would fare no better: they stay queued as they are.
        await pause(unreachableSeconds(failures) * 1000, stopped);
        failures += 1;
      } else if (outcome === 'handled') {
        failures = 0;
      } else if (notifications.count() === seen) {
        await notifications.wait(pollMs, stopped);
      }
    } catch (error) {
      outage.begin(error);
      await pause(databaseRetryMs, stopped);
    }
  }
}

type Notifications = ReturnType<typeof listenForMails>;

/** Postgres notifies of every mail that is queued. Those that come while a loop is busy are counted. */
function listenForMails({ config, log }: Pick<Notify, 'config' | 'log'>) {
  let count = 0;
  const waiting = new Set<() => void>();
  const direct = config.DIRECT_DATABASE_URL ?? config.DATABASE_URL;
  const wakeAll = () => {
    count += 1;
    for (const wake of waiting) wake();
  };
  return {
    count: () => count,
    /** Waits for the next notification, for `ms` at most. */
    async wait(ms: number, stopped: AbortSignal): Promise<void> {
      let resume = () => {};
      await pause(ms, stopped, (wake) => {
        resume = wake;
        waiting.add(wake);
      });
      waiting.delete(resume);
    },
    stop: listenToChannel(direct, 'deliveries', wakeAll, log),
  };
}

type OutageLog = ReturnType<typeof createOutageLog>;

/** Logs an outage of the database once, not for every loop and attempt. */
function createOutageLog(log: Notify['log']) {
  let isOut = false;
  return {
    begin(error: unknown) {
      if (!isOut) log.warn({ err: error }, 'mails wait: the database does not answer');
      isOut = true;
    },
    end() {
      isOut = false;
    },
  };
}
