import { failpoint, inSpan, type Parts, pause, withTraceparent } from '@tma/kit';
import type { Channel } from './channel.ts';
import { leaseDigest, markDeferred, markFailed, markHeld, markSent, markTried } from './deliveries.store.ts';
import { type Delivery, openContent } from './delivery.ts';
import { isCertain, type Leases } from './leases.ts';
import { deferSeconds, unreachableSeconds } from './retry.ts';

/** What messages are delivered with. */
export interface DeliverParts extends Pick<Parts, 'log' | 'pool'> {
  channel: Channel;
  /** LINK_SECRET: seals messages that wait with a link in them. */
  secret: Buffer;
  leases: Leases;
}

/** How long a server may take for a message, however busy it keeps the connection. */
const sendTimeoutMs = 30_000;
/** Sooner than other senders ask a database again that was away. */
const recordAgainMs = 200;
/** How long a receipt is waited for of a message that may have been taken. */
const receiptSeconds = 60;
/** How often such a message is sent, with pauses that double: each copy may arrive, and is paid for. */
const mostUncertain = 5;

type Outcome = 'handled' | 'unreachable';

/**
 * Sends a message that is leased, and records the result. If the process ends after the message was sent and before the server's
 * answer is recorded, the message is sent twice; the second copy has the same id.
 * @param failures how often in a row the server was unreachable
 */
export const deliver = (parts: DeliverParts, next: Delivery, failures: number): Promise<Outcome> =>
  withTraceparent(next.traceparent, async () => {
    const { log, pool, leases } = parts;
    if (parts.channel.hasReceipts && (await isAnswered(parts, next))) return 'handled';
    const deliveries = next.inDigest && parts.channel.hasDigests ? await leaseDigest(pool, next) : [next];
    const contents = openContents(parts, deliveries);
    if (!contents) {
      const positions = deliveries.map(({ position }) => position);
      log.error({ positions }, 'a message was given up: LINK_SECRET is not the one that sealed it');
      await markFailed(pool, deliveries, 'LINK_SECRET is not the one that sealed it');
      return 'handled';
    }
    const heldUntil = parts.channel.heldUntil?.(contents[0] as object);
    if (heldUntil) {
      await markHeld(pool, next, heldUntil);
      return 'handled';
    }
    // The database answered late, or the process stood still: others have the message soon, or have it already.
    if (!isCertain(deliveries)) return 'handled';
    if (parts.channel.hasReceipts && !(await markTried(pool, next))) return 'handled';
    leases.hold(deliveries);
    try {
      await send(parts.channel, deliveries, contents);
    } catch (error) {
      await leases.release(deliveries);
      return recordFailure(parts, next, deliveries, error as Error, failures);
    }
    failpoint(`${parts.channel.name}-accepted`);
    await untilRecorded(log, () => markSent(pool, deliveries));
    void leases.release(deliveries);
    return 'handled';
  });

/**
 * Whether nothing is to be sent: a receipt says that the server has the message, or the server may have it and its receipt is still
 * awaited. A second copy would cost money and be read as another message.
 */
async function isAnswered({ pool }: DeliverParts, next: Delivery): Promise<boolean> {
  if (next.hasReceipt) {
    await markSent(pool, [next]);
    return true;
  }
  const wait = next.triedSeconds === null ? 0 : receiptSeconds - next.triedSeconds;
  if (wait > 0) await markDeferred(pool, [next], 'it waits for a receipt', Math.ceil(wait), 0, true);
  return wait > 0;
}

/** What the deliveries say, or null when one was sealed with another secret. */
function openContents({ secret }: DeliverParts, deliveries: readonly Delivery[]): object[] | null {
  try {
    return deliveries.map((delivery) => openContent(delivery, secret));
  } catch {
    return null;
  }
}

/** @param deliveries one, or all that a digest holds */
async function send(channel: Channel, deliveries: readonly Delivery[], contents: readonly object[]) {
  const [{ messageId, position, recipient, ageSeconds }, ...others] = deliveries as readonly [Delivery, ...Delivery[]];
  const attributes = { 'network.protocol.name': channel.protocol, 'tma.messages': deliveries.length };
  const alsoFor = others.map(({ traceparent }) => traceparent);
  const signal = AbortSignal.timeout(sendTimeoutMs);
  const beforeEnd = () => {
    if (!isCertain(deliveries)) throw new Error('its lease was not renewed in time');
  };
  await inSpan({ name: `send a ${channel.name}`, kind: 'client', attributes, alsoFor }, () =>
    channel.send(contents, { messageId, position, recipient, ageSeconds, signal, beforeEnd }),
  );
}

/**
 * Repeats the record until it succeeds, however long the database is away: a message that was sent and is not recorded would be
 * sent again.
 */
async function untilRecorded(log: Parts['log'], record: () => Promise<void>): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await record();
    } catch (error) {
      if (failures === 0) log.warn({ err: error }, 'that a message was sent could not be recorded; it is tried again');
      await pause(recordAgainMs);
    }
  }
}

/**
 * Gives a message up if it was rejected or is too old; otherwise defers it. Only if the server saw it, this counts as an attempt.
 */
async function recordFailure(
  { channel, log, pool }: DeliverParts,
  { attempts, ageSeconds, triedSeconds }: Delivery,
  deliveries: readonly Delivery[],
  error: Error,
  failures: number,
): Promise<Outcome> {
  const positions = deliveries.map(({ position }) => position);
  const reason = redact(error.message);
  const failure = channel.classifyFailure(error);
  // Without receipts there is nothing to wait for; but each copy may arrive there, too.
  const uncertainSeconds = channel.hasReceipts ? Math.min(receiptSeconds * 2 ** attempts, 900) : deferSeconds(attempts);
  // That this attempt sent nothing says nothing of one before.
  const mayHaveIt = triedSeconds !== null;
  // A mail goes on until its time is over: no receipt would ever say that one of these arrived.
  const isSentEnough = channel.hasReceipts && failure === 'uncertain' && mayHaveIt && attempts + 1 >= mostUncertain;
  const isGivenUp = failure === 'rejected' || isSentEnough || ageSeconds > channel.retrySeconds;
  log.warn({ positions, attempts, reason }, isGivenUp ? 'a message was given up' : 'a message is deferred');
  if (isGivenUp) await markFailed(pool, deliveries, reason);
  else if (failure === 'deferred') await markDeferred(pool, deliveries, reason, deferSeconds(attempts), 1, mayHaveIt);
  else if (failure === 'uncertain') await markDeferred(pool, deliveries, reason, uncertainSeconds, 1, true);
  else await markDeferred(pool, deliveries, reason, unreachableSeconds(failures), 0, mayHaveIt);
  return failure === 'unreachable' || failure === 'uncertain' ? 'unreachable' : 'handled';
}

/** A server's reply may repeat the address, or the number. */
const redact = (text: string) =>
  text
    .replace(/\S+/g, (word) => (/.@./.test(word) ? '<address>' : word))
    .replace(/\+?\d{8,}/g, '<number>')
    .slice(0, 300);
