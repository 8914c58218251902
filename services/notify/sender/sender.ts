import { pause } from '@tma/kit';
import { type Delivery, leaseDue } from '../stores/deliveries.store.ts';
import { deliver, type Sending } from './deliver.ts';
import { createLeases } from './leases.ts';
import { unreachableSeconds } from './retry.ts';
import { connectionsOf } from './transport.ts';

/** Finds mails that come due later, and those that other processes queued and have no room for. */
const pollMs = 1000;
const databaseRetryMs = 1000;

/** Sends mails, several at a time. It holds no connection to the database while it talks to the SMTP server. */
export interface Sender {
  /** Whether a mail that is queued now can be sent at once. */
  hasRoom(): boolean;
  /** Sends a mail that is leased to this process. */
  send(leased: Delivery): void;
  /** Has it look for mails that are due. */
  wake(): void;
  /** Begins to look. @returns what stops it, once the mails in hand are sent */
  start(): () => Promise<void>;
}

export function createSender(sending: Sending): Sender {
  const connections = connectionsOf(sending.config.SMTP_URL);
  const leases = createLeases(sending);
  const looking = new AbortController();
  const inHand = new Map<string, Promise<void>>();
  const outage = createOutageLog(sending.log);
  let running: Promise<void> | undefined;
  /** How often in a row the server was unreachable. */
  let failures = 0;
  /** While the server that was unreachable is left alone. */
  let resting: Promise<void> | undefined;
  /** Whether a mail may be due that nobody has in hand. */
  let moreDue = true;
  /** Whether there was a reason to look again since the last look began. */
  let woken = false;
  let resume = () => {};

  /** How many more mails can be in hand; one mail tries whether a server is back. */
  const room = () => (failures === 0 ? connections : 1) - inHand.size;

  function wake() {
    moreDue = true;
    woken = true;
    resume();
  }

  async function sendAndRecord(leased: Delivery) {
    try {
      const outcome = await deliver(sending, leases, leased, failures);
      outage.end();
      if (outcome === 'handled') failures = 0;
      else resting ??= rest();
    } catch (error) {
      outage.begin(error);
    } finally {
      inHand.delete(leased.position);
      if (moreDue) wake();
    }
  }

  /** The mails behind one that found no server would fare no better: they stay queued as they are. */
  async function rest() {
    const seconds = unreachableSeconds(failures);
    failures += 1;
    await pause(seconds * 1000, looking.signal);
    resting = undefined;
  }

  function send(leased: Delivery) {
    inHand.set(leased.position, sendAndRecord(leased));
  }

  async function lookUntilStopped() {
    while (!looking.signal.aborted) {
      await resting;
      try {
        await look();
      } catch (error) {
        outage.begin(error);
        await pause(databaseRetryMs, looking.signal);
      }
    }
  }

  async function look() {
    woken = false;
    moreDue = true;
    const limit = room();
    const due = limit > 0 ? await leaseDue(sending.pool, [...inHand.keys()], limit) : [];
    outage.end();
    for (const leased of due) send(leased);
    // What waits behind a mail in hand is due once that is done with.
    moreDue = woken || inHand.size > 0;
    if (woken && room() > 0) return;
    await pause(pollMs, looking.signal, (wakeUp) => {
      resume = wakeUp;
    });
  }

  return {
    hasRoom: () => running !== undefined && !looking.signal.aborted && !resting && room() > 0,
    send,
    wake,
    start() {
      running = lookUntilStopped();
      return async () => {
        looking.abort();
        await running;
        await Promise.all(inHand.values());
        sending.transport.close();
      };
    },
  };
}

/** Logs an outage of the database once, not for every mail and attempt. */
function createOutageLog(log: Sending['log']) {
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
