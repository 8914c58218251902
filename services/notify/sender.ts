import { failpoint, inSpan, listenToChannel, type Parts, pause, type Tx, transaction, withTraceparent } from '@tma/kit';
import { createTransport } from 'nodemailer';
import type { NotifyConfig } from './config.ts';
import { together } from './mails.ts';
import { awaySeconds, blame, giveUpHours, retrySeconds } from './retry.ts';
import { type Delivery, holdNext, holdTogether, markDeferred, markFailed, markSent, markWaiting } from './store.ts';

const senders = 3;
/** Mails that come due later, and those whose notice was missed, are found by looking. */
const pollMs = 1000;
const retryMs = 1000;

/**
 * Hands queued mails to the SMTP server, each in a transaction that holds its row, so that two senders never take the
 * same. Between the server's 250 and the commit there is a window in which the end of the process sends a mail twice:
 * the second has the same Message-ID. @returns what stops it, after the mails in hand
 */
export function startSender({ config, log, pool }: Parts<NotifyConfig>): () => Promise<void> {
  const transport = createTransport({
    url: config.SMTP_URL,
    pool: true,
    maxConnections: senders,
    maxRequeues: 0,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const stopping = new AbortController();

  async function deliver(all: readonly Delivery[]) {
    const [{ messageId }, ...others] = all as readonly [Delivery, ...Delivery[]];
    const content = together(
      all.map((one) => one.content),
      config.PUBLIC_URL,
    );
    const attributes = { 'network.protocol.name': 'smtp', 'tma.mails': all.length };
    await inSpan(
      { name: 'send a mail', kind: 'client', attributes, alsoFor: others.map(({ traceparent }) => traceparent) },
      () => transport.sendMail({ ...content, from: config.MAIL_FROM, messageId }),
    );
  }

  /** @param awayTimes how often in a row the server was away. @returns whether it is there */
  async function send(tx: Tx, all: readonly Delivery[], { attempts, ageHours }: Delivery, awayTimes: number) {
    const positions = all.map(({ position }) => position);
    try {
      await deliver(all);
    } catch (error) {
      const reason = (error as Error).message;
      const cause = blame(error);
      const giveUp = cause === 'refused' || ageHours > giveUpHours;
      log.warn({ positions, attempts, reason: redact(reason) }, giveUp ? 'a mail was given up' : 'a mail is deferred');
      if (giveUp) await markFailed(tx, positions, reason);
      else if (cause === 'put off') await markDeferred(tx, positions, reason, retrySeconds(attempts));
      else await markWaiting(tx, positions, reason, awaySeconds(awayTimes));
      return cause !== 'server away';
    }
    failpoint('mail-accepted');
    await markSent(tx, positions);
    return true;
  }

  /** What sending the next mail came to; 'idle' when there was none. */
  const sendNext = (awayTimes: number): Promise<'idle' | 'done' | 'server away'> =>
    transaction(pool, async (tx) => {
      const delivery = await holdNext(tx);
      if (!delivery) return 'idle';
      const all = delivery.held ? await holdTogether(tx, delivery) : [delivery];
      const reached = await withTraceparent(delivery.traceparent, () => send(tx, all, delivery, awayTimes));
      return reached ? 'done' : 'server away';
    });

  let notices = 0;
  const wakes = Array.from({ length: senders }, () => () => {});
  const direct = config.DIRECT_DATABASE_URL ?? config.DATABASE_URL;
  const wakeAll = () => {
    notices += 1;
    for (const wake of wakes) wake();
  };
  const stopListening = listenToChannel(direct, 'deliveries', wakeAll, log);

  let databaseAway = false;
  async function run(_: unknown, sender: number) {
    let awayTimes = 0;
    while (!stopping.signal.aborted) {
      try {
        const before = notices;
        const outcome = await sendNext(awayTimes);
        databaseAway = false;
        if (outcome === 'server away') {
          // The mails behind it would fare no better: they wait as they are.
          await pause(awaySeconds(awayTimes) * 1000, stopping.signal);
          awayTimes += 1;
          continue;
        }
        if (outcome === 'done') awayTimes = 0;
        if (outcome === 'done' || notices !== before) continue;
        await pause(pollMs, stopping.signal, (wake) => {
          wakes[sender] = wake;
        });
      } catch (error) {
        if (!databaseAway) log.warn({ err: error }, 'mails wait: the database does not answer');
        databaseAway = true;
        await pause(retryMs, stopping.signal);
      }
    }
  }

  const running = Array.from({ length: senders }, run);
  return async () => {
    stopping.abort();
    await Promise.all([...running, stopListening()]);
    transport.close();
  };
}

/** A server's reply may repeat the address. */
const redact = (text: string) => text.replace(/\S+@\S+/g, '<address>').slice(0, 300);
