import { lifetimes } from '@tma/contracts';
import { failpoint, inSpan, type Tx, transaction, withTraceparent } from '@tma/kit';
import type { Notify } from '../context.ts';
import { translations } from '../locales/index.ts';
import type { Mail } from '../mails/layout.ts';
import { digest } from '../mails/mails.ts';
import {
  contentOf,
  type Delivery,
  lockDigest,
  lockNext,
  markDeferred,
  markFailed,
  markSent,
} from '../stores/deliveries.store.ts';
import { classifyFailure, deferSeconds, unreachableSeconds } from './retry.ts';

const { en } = translations;

type Sending = Pick<Notify, 'config' | 'log' | 'pool' | 'transport'>;

/**
 * Sends the next mail that is due, in a transaction that locks its row, so that no two senders take the same one. Between
 * the server's 250 and the commit there is a window in which the end of the process sends a mail twice: the second has
 * the same Message-ID.
 * @param failures how often in a row the server was unreachable
 */
export const sendNext = (sending: Sending, failures: number): Promise<'none due' | 'handled' | 'unreachable'> =>
  transaction(sending.pool, async (tx) => {
    const next = await lockNext(tx);
    if (!next) return 'none due';
    const mails = next.inDigest ? await lockDigest(tx, next.recipient) : [next];
    return withTraceparent(next.traceparent, () => send(sending, tx, next, mails, failures));
  });

/** Hands mails over as one and records what came of it. @param mails `next` itself, or all that its digest holds */
async function send(sending: Sending, tx: Tx, next: Delivery, mails: readonly Delivery[], failures: number) {
  const positions = mails.map(({ position }) => position);
  const contents = openContents(sending, mails);
  if (!contents) {
    sending.log.error({ positions }, 'a mail was given up: LINK_SECRET is not the one that sealed it');
    await markFailed(tx, positions, 'LINK_SECRET is not the one that sealed it');
    return 'handled';
  }
  try {
    await handOver(sending, mails, contents);
  } catch (error) {
    return recordFailure(sending, tx, next, positions, error as Error, failures);
  }
  failpoint('mail-accepted');
  await markSent(tx, positions);
  return 'handled';
}

/** What the mails say, or null when one was sealed with another secret. */
function openContents({ config }: Sending, mails: readonly Delivery[]): Mail[] | null {
  try {
    return mails.map((mail) => contentOf(mail, config.LINK_SECRET));
  } catch {
    return null;
  }
}

async function handOver({ config, transport }: Sending, mails: readonly Delivery[], contents: readonly Mail[]) {
  const [{ messageId }, ...others] = mails as readonly [Delivery, ...Delivery[]];
  const mail = digest(contents, en, config.PUBLIC_URL);
  const attributes = { 'network.protocol.name': 'smtp', 'tma.mails': mails.length };
  await inSpan(
    { name: 'send a mail', kind: 'client', attributes, alsoFor: others.map(({ traceparent }) => traceparent) },
    () => transport.sendMail({ ...mail, from: config.MAIL_FROM, messageId }),
  );
}

/** A mail is given up when it was rejected or is too old; else it is deferred. Only a server that saw it costs an attempt. */
async function recordFailure(
  { log }: Sending,
  tx: Tx,
  { attempts, ageSeconds }: Delivery,
  positions: readonly string[],
  error: Error,
  failures: number,
) {
  const reason = redact(error.message);
  const failure = classifyFailure(error);
  const giveUp = failure === 'rejected' || ageSeconds > lifetimes.mailRetry;
  log.warn({ positions, attempts, reason }, giveUp ? 'a mail was given up' : 'a mail is deferred');
  if (giveUp) await markFailed(tx, positions, reason);
  else if (failure === 'deferred') await markDeferred(tx, positions, reason, deferSeconds(attempts), 1);
  else await markDeferred(tx, positions, reason, unreachableSeconds(failures), 0);
  return failure === 'unreachable' ? 'unreachable' : 'handled';
}

/** A server's reply may repeat the address. */
const redact = (text: string) => text.replace(/\S+@\S+/g, '<address>').slice(0, 300);
