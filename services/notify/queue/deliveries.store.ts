import { allRows, anyRow, type Db, execute, type Pool } from '@tma/kit';
import { type Delivery, isHeld, isUrgent, leaseSeconds, maxPerMinute, sentLately } from './delivery.ts';

type LeasedRow = Omit<Delivery, 'leasedAt'>;
const columns = `deliveries.position, deliveries.recipient, message_id as "messageId", content, sealed_content as sealed, attempts,
  held_until is not null as "inDigest", traceparent, next_attempt_at::text as "leasedUntil",
  extract(epoch from now() - tried_at)::float8 as "triedSeconds", receipt is not null as "hasReceipt",
  extract(epoch from now() - least(greatest(created_at, held_until), created_at + interval '1 day'))::float8 as "ageSeconds"`;

/** Of deliveries whose lease nobody else has had since. Its values are `leasesOf` them. */
const stillLeased = `(position, next_attempt_at) in (select * from unnest($1::bigint[], $2::timestamptz[]))
  and state in ('queued', 'deferred')`;
const positionsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ position }) => position);
const leasesOf = (deliveries: readonly Delivery[]) => [
  positionsOf(deliveries),
  deliveries.map(({ leasedUntil }) => leasedUntil),
];

/**
 * Leases messages of a channel that are due, `limit` at most, each the first of its recipient: messages to one person are sent in
 * order, the oldest first. Messages of a digest, and those that are held until their time, have an order of their own; so have
 * those that open an account or answer a message, so that nothing urgent waits.
 * @param inHand positions of the messages that this process is still handling, however long ago it leased them
 */
export async function leaseDue(db: Db, channel: string, inHand: readonly string[], limit: number): Promise<Delivery[]> {
  const leasedAt = performance.now();
  const rows = await allRows<LeasedRow>(
    db,
    `with chosen as materialized (
       select position from deliveries due
       where channel = $1 and state in ('queued', 'deferred') and next_attempt_at <= now()
         and (held_until is null or held_until <= now())
         and position <> all($2) and (${isUrgent('kind')} or ${sentLately('due.recipient')} < ${maxPerMinute})
         and not exists (select from deliveries earlier
           where earlier.recipient = due.recipient and earlier.state in ('queued', 'deferred')
             and earlier.position < due.position and (${isHeld('earlier')} = ${isHeld('due')})
             and (${isUrgent('earlier.kind')}) = (${isUrgent('due.kind')}))
       order by next_attempt_at, position limit $3 for update skip locked)
     update deliveries set next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
     from chosen where deliveries.position = chosen.position returning ${columns}`,
    [channel, inHand, limit],
  );
  return rows.map((row) => ({ ...row, leasedAt }));
}

/**
 * Extends the lease of a digest's first message to all that are due with it; a longer lease of another stays. @returns all of them,
 * the oldest first
 */
export async function leaseDigest(pool: Pool, { recipient, leasedUntil, leasedAt }: Delivery): Promise<Delivery[]> {
  const rows = await allRows<LeasedRow>(
    pool,
    `update deliveries set next_attempt_at = $2
     where recipient = $1 and state in ('queued', 'deferred') and held_until <= now() and next_attempt_at <= $2
     returning ${columns}`,
    [recipient, leasedUntil],
  );
  return rows.map((row) => ({ ...row, leasedAt })).toSorted((a, b) => Number(BigInt(a.position) - BigInt(b.position)));
}

/**
 * Renews leases, so that they last for `leaseSeconds` from now, and notes that in the deliveries; those that somebody else has
 * leased since stay as they are. A locked row is skipped: the result of its message is being recorded.
 */
export async function renewLeases(pool: Pool, deliveries: readonly Delivery[]): Promise<void> {
  const leasedAt = performance.now();
  const rows = await allRows<{ position: string; leasedUntil: string }>(
    pool,
    `with own as materialized (
       select position from deliveries where ${stillLeased} for update skip locked)
     update deliveries set next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
     from own where deliveries.position = own.position
     returning deliveries.position, next_attempt_at::text as "leasedUntil"`,
    leasesOf(deliveries),
  );
  const renewed = new Map(rows.map(({ position, leasedUntil }) => [position, leasedUntil]));
  for (const delivery of deliveries) {
    const leasedUntil = renewed.get(delivery.position);
    if (leasedUntil) Object.assign(delivery, { leasedUntil, leasedAt });
  }
}

/** Notes that a message is about to be sent. @returns whether it still waits to be, and nobody else has leased it since */
export const markTried = (db: Db, delivery: Delivery) =>
  anyRow(db, `update deliveries set tried_at = now() where ${stillLeased}`, leasesOf([delivery]));

/** Records that messages were sent, whoever has leased them since, and deletes their content: links in it open accounts. */
export const markSent = (db: Db, deliveries: readonly Delivery[]) =>
  execute(
    db,
    `update deliveries set state = 'sent', sent_at = now(), attempts = attempts + 1, content = null, sealed_content = null, last_error = null
     where position = any($1)`,
    [positionsOf(deliveries)],
  );

/**
 * Puts messages off, unless somebody else has leased them since.
 * @param error the server's reply, for operators
 * @param seconds until they are due again
 * @param attempts 0 where no server has seen them
 * @param isUncertain whether the server may have them all the same
 */
export const markDeferred = (
  db: Db,
  deliveries: readonly Delivery[],
  error: string,
  seconds: number,
  attempts: 0 | 1,
  isUncertain = false,
) =>
  execute(
    db,
    `update deliveries set state = 'deferred', attempts = attempts + $5, last_error = $3, tried_at = case when $6 then tried_at end,
       next_attempt_at = now() + make_interval(secs => $4) where ${stillLeased}`,
    [...leasesOf(deliveries), error, seconds, attempts, isUncertain],
  );

/** Makes a message wait for its time, unless somebody else has leased it since. */
export const markHeld = (db: Db, delivery: Delivery, until: Date) =>
  execute(db, `update deliveries set state = 'queued', held_until = $3, next_attempt_at = now() where ${stillLeased}`, [
    ...leasesOf([delivery]),
    until.toISOString(),
  ]);

/** Gives messages up, unless somebody else has leased them since. */
export const markFailed = (db: Db, deliveries: readonly Delivery[], error: string) =>
  execute(
    db,
    `update deliveries set state = 'failed', attempts = attempts + 1, last_error = $3, content = null, sealed_content = null
     where ${stillLeased}`,
    [...leasesOf(deliveries), error],
  );
