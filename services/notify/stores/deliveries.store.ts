import { lifetimes } from '@tma/contracts';
import { type Db, seal, type Tx, traceparent, unseal } from '@tma/kit';
import type { Mail } from '../mails/layout.ts';

/** A mail that waits to be sent. */
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
}

/** How many changes within ten minutes have a mail each; later ones are sent as a digest, at most every ten minutes. */
const changesBeforeDigest = 5;
/** To one address; more wait. */
const maxPerMinute = 120;

/**
 * Queues a mail, once per event and recipient, and notifies the senders.
 * @param kind the type of the event
 * @param secret seals what it says until it is sent (32 bytes), for a mail with a link that opens something
 */
export async function queueMail(
  tx: Tx,
  eventId: string,
  messageId: string,
  kind: string,
  mail: Mail,
  secret?: Buffer,
): Promise<void> {
  await tx.query(
    `with added as (
       insert into deliveries (event_id, recipient, kind, message_id, content, sealed_content, traceparent)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict do nothing
     ) select pg_notify('deliveries', '')`,
    [
      eventId,
      mail.to,
      kind,
      messageId,
      secret ? null : mail,
      secret ? seal(JSON.stringify(mail), secret, messageId) : null,
      traceparent(),
    ],
  );
}

/** What a mail says. Throws when it was sealed with another secret. */
export const contentOf = ({ content, sealed, messageId }: Delivery, secret: Buffer): Mail =>
  sealed ? (JSON.parse(unseal(sealed, secret, messageId)) as Mail) : (content as Mail);

/** Queues the mail of a change. After many changes within a short time it is held back for a digest. */
export async function queueChangeMail(tx: Tx, eventId: string, messageId: string, mail: Mail): Promise<void> {
  await queueMail(tx, eventId, messageId, 'StatusChanged', mail);
  await tx.query(
    `update deliveries set held_until = (
       select case when count(*) >= $3 then coalesce(
         max(held_until) filter (where held_until > now()),
         greatest(min(created_at), max(held_until)) + interval '10 minutes') end
       from deliveries recent
       where recent.recipient = $2 and recent.kind = 'StatusChanged' and recent.event_id <> $1
         and recent.created_at > now() - interval '10 minutes')
     where event_id = $1 and recipient = $2`,
    [eventId, mail.to, changesBeforeDigest],
  );
}

const columns = `position, recipient, message_id as "messageId", content, sealed_content as sealed, attempts, held_until is not null as "inDigest", traceparent,
  extract(epoch from now() - created_at)::float8 as "ageSeconds"`;

/**
 * Locks the next mail that is due. Mails to one person are sent in order, the oldest first. Those of a digest have an
 * order of their own, so that nothing urgent waits for them.
 */
export async function lockNext(tx: Tx): Promise<Delivery | null> {
  await tx.query("set local idle_in_transaction_session_timeout = '90s'");
  const { rows } = await tx.query<Delivery>(
    `select ${columns} from deliveries due
     where state in ('queued', 'deferred') and next_attempt_at <= now() and (held_until is null or held_until <= now())
       and not exists (select from deliveries earlier
         where earlier.recipient = due.recipient and earlier.state in ('queued', 'deferred')
           and earlier.position < due.position and (earlier.held_until is null) = (due.held_until is null))
       and (select count(*) from deliveries sent
         where sent.recipient = due.recipient and sent.sent_at > now() - interval '1 minute') < $1
     order by next_attempt_at, position limit 1 for update skip locked`,
    [maxPerMinute],
  );
  return rows[0] ?? null;
}

/** Locks the mails of a person's digest that is due, the oldest first. */
export async function lockDigest(tx: Tx, recipient: string): Promise<Delivery[]> {
  const { rows } = await tx.query<Delivery>(
    `select ${columns} from deliveries
     where recipient = $1 and state in ('queued', 'deferred') and held_until <= now() order by position for update`,
    [recipient],
  );
  return rows;
}

/** Records that mails were sent, and deletes their content: links in them open accounts. */
export async function markSent(tx: Tx, positions: readonly string[]): Promise<void> {
  await tx.query(
    `update deliveries set state = 'sent', sent_at = now(), attempts = attempts + 1, content = null, sealed_content = null, last_error = null
     where position = any($1)`,
    [positions],
  );
}

/**
 * @param error the server's reply, for operators
 * @param seconds until the mails are due again
 * @param attempts 0 where no server has seen them
 */
export async function markDeferred(
  tx: Tx,
  positions: readonly string[],
  error: string,
  seconds: number,
  attempts: 0 | 1,
): Promise<void> {
  await tx.query(
    `update deliveries set state = 'deferred', attempts = attempts + $4, last_error = $2,
       next_attempt_at = now() + make_interval(secs => $3) where position = any($1)`,
    [positions, error, seconds, attempts],
  );
}

/** Gives mails up. */
export async function markFailed(tx: Tx, positions: readonly string[], error: string): Promise<void> {
  await tx.query(
    `update deliveries set state = 'failed', attempts = attempts + 1, last_error = $2, content = null, sealed_content = null
     where position = any($1)`,
    [positions, error],
  );
}

/** How many mails there are in each state, and when the newest of them was sent or, until then, queued (Unix seconds). */
export async function countByState(db: Db): Promise<{ state: string; count: number; newest: number }[]> {
  const { rows } = await db.query<{ state: string; count: number; newest: number }>(
    `select state, count(*)::int as count, extract(epoch from max(coalesce(sent_at, created_at)))::float8 as newest
     from deliveries group by state`,
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
