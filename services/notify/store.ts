import type { Db, Tx } from '@tma/kit';
import type { Mail } from './mails.ts';

export interface Delivery {
  position: string;
  messageId: string;
  content: Mail;
  attempts: number;
  ageHours: number;
}

/** Queues a mail, once per event and recipient. */
export async function queue(tx: Tx, eventId: string, messageId: string, kind: string, mail: Mail): Promise<void> {
  await tx.query(
    `with added as (
       insert into deliveries (event_id, recipient, kind, message_id, content) values ($1, $2, $3, $4, $5)
       on conflict do nothing
     ) select pg_notify('deliveries', '')`,
    [eventId, mail.to, kind, messageId, mail],
  );
}

/** Holds the next due mail for this transaction. A person's mails go out in order: the oldest waiting one is first. */
export async function holdNext(tx: Tx): Promise<Delivery | null> {
  await tx.query("set local idle_in_transaction_session_timeout = '90s'");
  const { rows } = await tx.query<Delivery>(
    `select position, message_id as "messageId", content, attempts,
            extract(epoch from now() - created_at)::float8 / 3600 as "ageHours"
     from deliveries due
     where state in ('queued', 'deferred') and next_attempt_at <= now()
       and not exists (select from deliveries earlier
         where earlier.recipient = due.recipient and earlier.state in ('queued', 'deferred')
           and earlier.position < due.position)
     order by next_attempt_at, position limit 1 for update skip locked`,
  );
  return rows[0] ?? null;
}

export async function markSent(tx: Tx, position: string): Promise<void> {
  await tx.query(
    `update deliveries set state = 'sent', sent_at = now(), attempts = attempts + 1, content = null, last_error = null
     where position = $1`,
    [position],
  );
}

export async function markDeferred(tx: Tx, position: string, error: string, seconds: number): Promise<void> {
  await tx.query(
    `update deliveries set state = 'deferred', attempts = attempts + 1, last_error = $2,
       next_attempt_at = now() + make_interval(secs => $3) where position = $1`,
    [position, error, seconds],
  );
}

export async function markFailed(tx: Tx, position: string, error: string): Promise<void> {
  await tx.query(
    `update deliveries set state = 'failed', attempts = attempts + 1, last_error = $2, content = null
     where position = $1`,
    [position, error],
  );
}

export async function suppress(db: Db, address: string): Promise<void> {
  await db.query('insert into suppressions (address) values ($1) on conflict do nothing', [address.toLowerCase()]);
}

export async function isSuppressed(db: Db, address: string): Promise<boolean> {
  const { rowCount } = await db.query('select from suppressions where address = $1', [address.toLowerCase()]);
  return rowCount === 1;
}
