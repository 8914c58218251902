import { lifetimes } from '@tma/contracts';
import { failpoint, inSpan, type Parts, pause, withTraceparent } from '@tma/kit';
import type { Transporter } from 'nodemailer';
import type { NotifyConfig } from '../config.ts';
import { textsIn } from '../locales/index.ts';
import type { Mail } from '../mails/layout.ts';
import { digest } from '../mails/mails.ts';
import { openSealed } from '../secrets.ts';
import {
  contentOf,
  type Delivery,
  leaseDigest,
  markDeferred,
  markFailed,
  markSent,
} from '../stores/deliveries.store.ts';
import { isCertain, type Leases } from './leases.ts';
import { classifyFailure, deferSeconds, unreachableSeconds } from './retry.ts';

/** What mails are sent with. */
export type Sending = Pick<Parts<NotifyConfig>, 'config' | 'log' | 'pool'> & {
  /** Connections to the SMTP server; none is opened before the first mail. The sender closes them. */
  transport: Transporter;
};

/** How long a server may take for a mail, however busy it keeps the connection. */
const conversationMs = 30_000;
/** Sooner than other senders ask a database again that was away. */
const recordAgainMs = 200;

/**
 * Sends a mail that is leased, and records what came of it. From the end of the mail to the record of the server's 250 there is
 * a window in which the end of the process sends a mail twice: the second has the same Message-ID.
 * @param failures how often in a row the server was unreachable
 */
export const deliver = (sending: Sending, leases: Leases, next: Delivery, failures: number): Promise<Outcome> =>
  withTraceparent(next.traceparent, async () => {
    const mails = next.inDigest ? await leaseDigest(sending.pool, next) : [next];
    const positions = mails.map(({ position }) => position);
    const contents = openContents(sending, mails);
    if (!contents) {
      sending.log.error({ positions }, 'a mail was given up: LINK_SECRET is not the one that sealed it');
      await markFailed(sending.pool, mails, 'LINK_SECRET is not the one that sealed it');
      return 'handled';
    }
    // The database answered late, or the process stood still: others have the mail soon, or have it already.
    if (!isCertain(mails)) return 'handled';
    leases.hold(mails);
    try {
      await handOver(sending, mails, contents);
    } catch (error) {
      await leases.release(mails);
      return recordFailure(sending, next, mails, error as Error, failures);
    }
    failpoint('mail-accepted');
    await untilRecorded(sending, () => markSent(sending.pool, mails));
    void leases.release(mails);
    return 'handled';
  });

type Outcome = 'handled' | 'unreachable';

/** What the mails say, or null when one was sealed with another secret. */
function openContents({ config }: Sending, mails: readonly Delivery[]): Mail[] | null {
  try {
    return mails.map((mail) => openSealed(config, 'LINK_SECRET', (secret) => contentOf(mail, secret)));
  } catch {
    return null;
  }
}

/** @param mails one, or all that a digest holds */
async function handOver({ config, transport }: Sending, mails: readonly Delivery[], contents: readonly Mail[]) {
  const [{ messageId }, ...others] = mails as readonly [Delivery, ...Delivery[]];
  // The language of the newest: whoever chose another meanwhile has it now. What they list was written before.
  const mail = digest(contents, textsIn(contents.at(-1)?.language), config.PUBLIC_URL);
  const attributes = { 'network.protocol.name': 'smtp', 'tma.mails': mails.length };
  const signal = AbortSignal.timeout(conversationMs);
  const beforeEnd = () => {
    if (!isCertain(mails)) throw new Error('its lease was not renewed in time');
  };
  const message = { ...mail, from: config.MAIL_FROM, messageId, signal, beforeEnd };
  await inSpan(
    { name: 'send a mail', kind: 'client', attributes, alsoFor: others.map(({ traceparent }) => traceparent) },
    () => transport.sendMail(message),
  );
}

/** However long the database is away: a mail that was sent and is not recorded would be sent again. */
async function untilRecorded({ log }: Sending, record: () => Promise<void>): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await record();
    } catch (error) {
      if (failures === 0) log.warn({ err: error }, 'that a mail was sent could not be recorded; it is tried again');
      await pause(recordAgainMs);
    }
  }
}

/** A mail is given up when it was rejected or is too old; else it is deferred. Only a server that saw it costs an attempt. */
async function recordFailure(
  { log, pool }: Sending,
  { attempts, ageSeconds }: Delivery,
  mails: readonly Delivery[],
  error: Error,
  failures: number,
): Promise<Outcome> {
  const positions = mails.map(({ position }) => position);
  const reason = redact(error.message);
  const failure = classifyFailure(error);
  const giveUp = failure === 'rejected' || ageSeconds > lifetimes.mailRetry;
  log.warn({ positions, attempts, reason }, giveUp ? 'a mail was given up' : 'a mail is deferred');
  if (giveUp) await markFailed(pool, mails, reason);
  else if (failure === 'deferred') await markDeferred(pool, mails, reason, deferSeconds(attempts), 1);
  else await markDeferred(pool, mails, reason, unreachableSeconds(failures), 0);
  return failure === 'unreachable' ? 'unreachable' : 'handled';
}

/** A server's reply may repeat the address. */
const redact = (text: string) => text.replace(/\S+@\S+/g, '<address>').slice(0, 300);
