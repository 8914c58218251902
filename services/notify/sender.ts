import { failpoint, isUnavailable, type Parts, pause, transaction } from '@tma/kit';
import { createTransport } from 'nodemailer';
import type { NotifyConfig } from './config.ts';
import { together } from './mails.ts';
import { giveUpHours, isPermanent, retrySeconds } from './retry.ts';
import { type Delivery, holdNext, holdTogether, markDeferred, markFailed, markSent } from './store.ts';

const senders = 3;
const pollMs = 250;
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
    const [{ messageId }] = all as readonly [Delivery];
    const content = together(
      all.map((one) => one.content),
      config.PUBLIC_URL,
    );
    await transport.sendMail({ ...content, from: config.MAIL_FROM, messageId });
  }

  /** @returns whether there was anything to do */
  const sendNext = () =>
    transaction(pool, async (tx) => {
      const delivery = await holdNext(tx);
      if (!delivery) return false;
      const all = delivery.held ? await holdTogether(tx, delivery) : [delivery];
      const positions = all.map(({ position }) => position);
      const { attempts, ageHours } = delivery;
      try {
        await deliver(all);
        failpoint('mail-accepted');
        await markSent(tx, positions);
      } catch (error) {
        if (isUnavailable(error) && !isSmtp(error)) throw error;
        const reason = (error as Error).message;
        const giveUp = isPermanent(error) || ageHours > giveUpHours;
        log.warn(
          { positions, attempts, reason: redact(reason) },
          giveUp ? 'a mail was given up' : 'a mail is deferred',
        );
        if (giveUp) await markFailed(tx, positions, reason);
        else await markDeferred(tx, positions, reason, retrySeconds(attempts));
      }
      return true;
    });

  let away = false;
  async function run() {
    while (!stopping.signal.aborted) {
      try {
        const worked = await sendNext();
        away = false;
        if (!worked) await pause(pollMs, stopping.signal);
      } catch (error) {
        if (!away) log.warn({ err: error }, 'mails wait: the database does not answer');
        away = true;
        await pause(retryMs, stopping.signal);
      }
    }
  }

  const running = Array.from({ length: senders }, run);
  return async () => {
    stopping.abort();
    await Promise.all(running);
    transport.close();
  };
}

/** Errors of the SMTP conversation carry the command they came at; those of the database do not. */
const isSmtp = (error: unknown) => 'command' in (error as object);

/** A server's reply may repeat the address. */
const redact = (text: string) => text.replace(/\S+@\S+/g, '<address>').slice(0, 300);
