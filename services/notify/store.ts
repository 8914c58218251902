import { type Db, type Tx, traceparent } from '@tma/kit';
import type { Mail } from './mails.ts';

export interface Delivery {
  position: string;
  recipient: string;
  messageId: string;
  content: Mail;
  attempts: number;
  ageHours: number;
  /** Whether it waited to be told together with others. */
  held: boolean;
  /** The trace of which sending it is a part. */
  traceparent: string | null;
}

/** So many changes in ten minutes are told one by one; those that follow are told together, at most every ten minutes. */
const changesAlone = 5;
/** So many mails a minute go to one address; more wait. */
const mailsPerMinute = 120;

/** Queues a mail, once per event and recipient. */
export async function queue(tx: Tx, eventId: string, messageId: string, kind: string, mail: Mail): Promise<void> {
  await tx.query(
    `with added as (
       insert into deliveries (event_id, recipient, kind, message_id, content, traceparent)
       values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing
     ) select pg_notify('deliveries', '')`,
    [eventId, mail.to, kind, messageId, mail, traceparent()],
  );
}

/** Queues the mail of a change. Where somebody was told of many lately, it waits, to be told together with others. */
export async function queueChange(tx: Tx, eventId: string, messageId: string, mail: Mail): Promise<void> {
  await queue(tx, eventId, messageId, 'StatusChanged', mail);
  await tx.query(
    `update deliveries set held_until = (
       select case when count(*) >= $3 then coalesce(
         max(held_until) filter (where held_until > now()),
         greatest(min(created_at), max(held_until)) + interval '10 minutes') end
       from deliveries recent
       where recent.recipient = $2 and recent.kind = 'StatusChanged' and recent.event_id <> $1
         and recent.created_at > now() - interval '10 minutes')
     where event_id = $1 and recipient = $2`,
    [eventId, mail.to, changesAlone],
  );
}

const columns = `position, recipient, message_id as "messageId", content, attempts, held_until is not null as held, traceparent,
  extract(epoch from now() - created_at)::float8 / 3600 as "ageHours"`;

/**
 * Holds the next due mail for this transaction. A person's mails go out in order: the oldest waiting one is first. Those
 * that are told together have an order of their own, so that nothing urgent waits for them.
 */
export async function holdNext(tx: Tx): Promise<Delivery | null> {
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
    [mailsPerMinute],
  );
  return rows[0] ?? null;
}

/** Holds all that is to be told together with a mail that was held, that one first. */
export async function holdTogether(tx: Tx, { recipient }: Delivery): Promise<Delivery[]> {
  const { rows } = await tx.query<Delivery>(
    `select ${columns} from deliveries
     where recipient = $1 and state in ('queued', 'deferred') and held_until <= now() order by position for update`,
    [recipient],
  );
  return rows;
}

export async function markSent(tx: Tx, positions: readonly string[]): Promise<void> {
  await tx.query(
    `update deliveries set state = 'sent', sent_at = now(), attempts = attempts + 1, content = null, last_error = null
     where position = any($1)`,
    [positions],
  );
}

/** @param seconds until the mail is due again */
export async function markDeferred(tx: Tx, positions: readonly string[], error: string, seconds: number) {
  await tx.query(
    `update deliveries set state = 'deferred', attempts = attempts + 1, last_error = $2,
       next_attempt_at = now() + make_interval(secs => $3) where position = any($1)`,
    [positions, error, seconds],
  );
}

/** As deferred, but no try is counted: no server has seen the mail. */
export async function markWaiting(tx: Tx, positions: readonly string[], error: string, seconds: number) {
  await tx.query(
    `update deliveries set state = 'deferred', last_error = $2, next_attempt_at = now() + make_interval(secs => $3)
     where position = any($1)`,
    [positions, error, seconds],
  );
}

export async function markFailed(tx: Tx, positions: readonly string[], error: string): Promise<void> {
  await tx.query(
    `update deliveries set state = 'failed', attempts = attempts + 1, last_error = $2, content = null
     where position = any($1)`,
    [positions, error],
  );
}

/** How many mails there are in each state, and when the newest of them was sent or, until then, asked for (Unix seconds). */
export async function mailsByState(db: Db): Promise<{ state: string; count: number; newest: number }[]> {
  const { rows } = await db.query<{ state: string; count: number; newest: number }>(
    `select state, count(*)::int as count, extract(epoch from max(coalesce(sent_at, created_at)))::float8 as newest
     from deliveries group by state`,
  );
  return rows;
}

/** Forgets mails that were sent or given up a month ago: addresses are not kept for longer than they serve. */
export async function forgetOld(db: Db): Promise<void> {
  await db.query(
    "delete from deliveries where state in ('sent', 'failed') and created_at < now() - interval '30 days'",
  );
}

export async function suppress(db: Db, address: string): Promise<void> {
  await db.query('insert into suppressions (address) values ($1) on conflict do nothing', [address.toLowerCase()]);
}

export async function isSuppressed(db: Db, address: string): Promise<boolean> {
  const { rowCount } = await db.query('select from suppressions where address = $1', [address.toLowerCase()]);
  return rowCount === 1;
}
