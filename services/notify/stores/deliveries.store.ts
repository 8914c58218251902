import { lifetimes } from '@tma/contracts';
import { type Db, named, type Pool, seal, type Tx, traceparent, unseal } from '@tma/kit';
import type { Mail } from '../mails/layout.ts';

/** A mail that is to be queued. */
interface NewMail {
  eventId: string;
  messageId: string;
  /** The type of the event. */
  kind: string;
  mail: Mail;
  /** Seals what it says until it is sent (32 bytes), for a mail with a link that opens something. */
  secret?: Buffer;
  /** Whether an address can have asked for no such mails. */
  stoppable?: boolean;
}

/** A mail that is leased: this process alone may send it, until the lease ends. */
export interface Delivery {
  /** Its place in the queue; the key of its row. */
  position: string;
  recipient: string;
  messageId: string;
  /** Null where it is sealed. */
  content: Mail | null;
  sealed: Buffer | null;
  attempts: number;
  /** Since it was queued. */
  ageSeconds: number;
  /** Whether it was held back, to be sent with others in one mail. */
  inDigest: boolean;
  /** The trace that sending it belongs to. */
  traceparent: string | null;
  /** The end of the lease, as Postgres writes it. While the mail's row says the same, nobody else has leased it. */
  leasedUntil: string;
  /** Before the lease was asked for, by `performance.now()`: it lasts for `leaseSeconds` since then at least. */
  leasedAt: number;
}

/**
 * How long a lease lasts, by the database's clock, unless it is renewed. Its end is the moment at which the mail is due again:
 * no sender takes a mail before. A mail whose sender was killed waits for it.
 */
const leaseSeconds = 10;
/** How many changes within ten minutes have a mail each; later ones are sent as a digest, at most every ten minutes. */
const changesBeforeDigest = 5;
/** To one address; more wait. */
const maxPerMinute = 120;

const sentLately = (recipient: string) =>
  `(select count(*) from deliveries sent where sent.recipient = ${recipient} and sent.sent_at > now() - interval '1 minute')`;

/** SQL: whether a mail opens an account. Few are sent to one address, and they wait for no others: nobody is kept out by what is mailed to them. */
const opensAccount = (kind: string) =>
  `${kind} in ('VerificationRequested', 'RecoveryRequested', 'EmailChangeRequested')`;

/**
 * Queues a mail, once per event and recipient. That of a change is held back for a digest after many within a short time.
 * @param leasing whether the caller will send it at once, if nothing has to be sent to the recipient before it
 * @returns the mail where it is leased to the caller
 */
export async function queueMail(
  tx: Tx,
  { eventId, messageId, kind, mail, secret, stoppable }: NewMail,
  leasing: boolean,
): Promise<Delivery | null> {
  const trace = traceparent() ?? null;
  const leasedAt = performance.now();
  const { rows } = await tx.query<{ position: string; leasedUntil: string | null }>(
    named(`insert into deliveries
       (event_id, recipient, kind, message_id, content, sealed_content, traceparent, held_until, next_attempt_at)
     select $1::uuid, $2::text, $3::text, $4, $5::jsonb, $6::bytea, $7, held_until,
       case when $8 and held_until is null and (${opensAccount('$3')} or ${sentLately('$2')} < ${maxPerMinute}) and not exists (
         select from deliveries earlier
         where earlier.recipient = $2 and earlier.state in ('queued', 'deferred') and earlier.held_until is null
           and (${opensAccount('earlier.kind')}) = (${opensAccount('$3')}))
       then clock_timestamp() + make_interval(secs => ${leaseSeconds}) else now() end
     from (select case when $3 = 'StatusChanged' then (
       select case when count(*) >= ${changesBeforeDigest} then coalesce(
         max(held_until) filter (where held_until > now()),
         greatest(min(created_at), max(held_until)) + interval '10 minutes') end
       from deliveries recent
       where recent.recipient = $2 and recent.kind = 'StatusChanged' and recent.created_at > now() - interval '10 minutes'
     ) end as held_until) digest
     where not exists (select from suppressions where address = $9)
     on conflict do nothing
     returning position, case when next_attempt_at > now() then next_attempt_at::text end as "leasedUntil"`),
    [
      eventId,
      mail.to,
      kind,
      messageId,
      secret ? null : mail,
      secret ? seal(JSON.stringify(mail), secret, messageId) : null,
      trace,
      leasing,
      stoppable ? mail.to.toLowerCase() : null,
    ],
  );
  const [row] = rows;
  if (!row?.leasedUntil) return null;
  const fresh = { content: mail, sealed: null, attempts: 0, ageSeconds: 0, inDigest: false, leasedAt };
  return { ...fresh, ...row, leasedUntil: row.leasedUntil, recipient: mail.to, messageId, traceparent: trace };
}

/** What a mail says. Throws when it was sealed with another secret. */
export const contentOf = ({ content, sealed, messageId }: Delivery, secret: Buffer): Mail =>
  sealed ? (JSON.parse(unseal(sealed, secret, messageId)) as Mail) : (content as Mail);

type LeasedRow = Omit<Delivery, 'leasedAt'>;
const columns = `deliveries.position, deliveries.recipient, message_id as "messageId", content, sealed_content as sealed, attempts,
  held_until is not null as "inDigest", traceparent, next_attempt_at::text as "leasedUntil",
  extract(epoch from now() - created_at)::float8 as "ageSeconds"`;

/** Of mails whose lease nobody else has had since. Its values are `leasesOf` them. */
const stillLeased = `(position, next_attempt_at) in (select * from unnest($1::bigint[], $2::timestamptz[]))
  and state in ('queued', 'deferred')`;
const leasesOf = (mails: readonly Delivery[]) => [positionsOf(mails), mails.map(({ leasedUntil }) => leasedUntil)];

/**
 * Leases mails that are due, `limit` at most, each the first of its recipient: mails to one person are sent in order, the
 * oldest first. Those of a digest have an order of their own, as have those that open an account, so that nothing urgent waits. A row that is locked is
 * being sent by the version before.
 * @param inHand positions of mails that this process has not done with, however long ago it leased them
 */
export async function leaseDue(db: Db, inHand: readonly string[], limit: number): Promise<Delivery[]> {
  const leasedAt = performance.now();
  const { rows } = await db.query<LeasedRow>(
    named(`with chosen as materialized (
       select position from deliveries due
       where state in ('queued', 'deferred') and next_attempt_at <= now() and (held_until is null or held_until <= now())
         and position <> all($1) and (${opensAccount('kind')} or ${sentLately('due.recipient')} < ${maxPerMinute})
         and not exists (select from deliveries earlier
           where earlier.recipient = due.recipient and earlier.state in ('queued', 'deferred')
             and earlier.position < due.position and (earlier.held_until is null) = (due.held_until is null)
             and (${opensAccount('earlier.kind')}) = (${opensAccount('due.kind')}))
       order by next_attempt_at, position limit $2 for update skip locked)
     update deliveries set next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
     from chosen where deliveries.position = chosen.position returning ${columns}`),
    [inHand, limit],
  );
  return rows.map((row) => ({ ...row, leasedAt }));
}

/**
 * Extends the lease of a digest's first mail to all that are due with it, but never shortens what somebody else has leased since.
 * @returns all of them, the oldest first
 */
export async function leaseDigest(pool: Pool, { recipient, leasedUntil, leasedAt }: Delivery): Promise<Delivery[]> {
  const { rows } = await pool.query<LeasedRow>(
    named(`update deliveries set next_attempt_at = $2
     where recipient = $1 and state in ('queued', 'deferred') and held_until <= now() and next_attempt_at <= $2
     returning ${columns}`),
    [recipient, leasedUntil],
  );
  return rows.map((row) => ({ ...row, leasedAt })).toSorted((a, b) => Number(BigInt(a.position) - BigInt(b.position)));
}

/**
 * Has leases last for `leaseSeconds` from now, and notes that in the mails; those that somebody else has had since stay as they
 * are. A row that is locked is passed over: what came of its mail is just being recorded, or the version before is sending it.
 */
export async function renewLeases(pool: Pool, mails: readonly Delivery[]): Promise<void> {
  const leasedAt = performance.now();
  const { rows } = await pool.query<{ position: string; leasedUntil: string }>(
    named(`with own as materialized (
       select position from deliveries where ${stillLeased} for update skip locked)
     update deliveries set next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
     from own where deliveries.position = own.position
     returning deliveries.position, next_attempt_at::text as "leasedUntil"`),
    leasesOf(mails),
  );
  const renewed = new Map(rows.map(({ position, leasedUntil }) => [position, leasedUntil]));
  for (const mail of mails) {
    const leasedUntil = renewed.get(mail.position);
    if (leasedUntil) Object.assign(mail, { leasedUntil, leasedAt });
  }
}

/**
 * Records that mails were sent, whoever has leased them since, and deletes their content: links in them open accounts.
 */
export async function markSent(db: Db, mails: readonly Delivery[]): Promise<void> {
  await db.query(
    named(`update deliveries set state = 'sent', sent_at = now(), attempts = attempts + 1, content = null, sealed_content = null, last_error = null
     where position = any($1)`),
    [positionsOf(mails)],
  );
}

/**
 * Puts mails off, unless somebody else has leased them since.
 * @param error the server's reply, for operators
 * @param seconds until the mails are due again
 * @param attempts 0 where no server has seen them
 */
export async function markDeferred(
  db: Db,
  mails: readonly Delivery[],
  error: string,
  seconds: number,
  attempts: 0 | 1,
): Promise<void> {
  await db.query(
    `update deliveries set state = 'deferred', attempts = attempts + $5, last_error = $3,
       next_attempt_at = now() + make_interval(secs => $4) where ${stillLeased}`,
    [...leasesOf(mails), error, seconds, attempts],
  );
}

/** Gives mails up, unless somebody else has leased them since. */
export async function markFailed(db: Db, mails: readonly Delivery[], error: string): Promise<void> {
  await db.query(
    `update deliveries set state = 'failed', attempts = attempts + 1, last_error = $3, content = null, sealed_content = null
     where ${stillLeased}`,
    [...leasesOf(mails), error],
  );
}

const positionsOf = (mails: readonly Delivery[]) => mails.map(({ position }) => position);

/** How many mails there are in each state, and when the newest of them was sent or, until then, queued (Unix seconds). */
export async function countByState(db: Db): Promise<{ state: string; count: number; newest: number }[]> {
  const { rows } = await db.query<{ state: string; count: number; newest: number }>(
    `select state, sum(mails)::int as count,
       (select extract(epoch from max(coalesce(sent_at, created_at)))::float8 from deliveries
        where deliveries.state = counted.state) as newest
     from mail_counts,
       lateral (values ('queued', queued), ('sent', sent), ('deferred', deferred), ('failed', failed)) counted (state, mails)
     group by state having sum(mails) <> 0`,
  );
  return rows;
}

/**
 * Forgets to whom mails were that were sent or given up, and what a server said of it. Digests ask for it for ten minutes since
 * a mail was queued, the limit per minute since it was sent. That an event's mail was queued is known by its id.
 */
export async function forgetRecipients(db: Db): Promise<void> {
  await db.query(
    `update deliveries set recipient = position::text, last_error = null
     where state in ('sent', 'failed') and recipient like '%@%' and created_at < now() - interval '10 minutes'
       and (sent_at is null or sent_at < now() - interval '1 minute')`,
  );
}

/** Deletes mails that were sent or given up and are older than `lifetimes.mail`. */
export async function deleteOldMails(db: Db): Promise<void> {
  await db.query(
    `delete from deliveries where state in ('sent', 'failed') and created_at < now() - make_interval(secs => $1)`,
    [lifetimes.mail],
  );
}
