import { firstRow, onlyValue, type Tx, traceparent } from '@tma/kit';
import { type Delivery, isHeld, isUrgent, leaseSeconds, maxPerMinute, sentLately } from './delivery.ts';

/** How many changes within ten minutes have a message each; later ones are sent as a digest, at most every ten minutes. */
const changesBeforeDigest = 5;

/** Until when a change (`StatusChanged`) is held back for a digest, as Postgres writes it; null where it is not. */
export const readDigestTime = (tx: Tx, recipient: string) =>
  onlyValue<string | null>(
    tx,
    `select case when count(*) >= ${changesBeforeDigest} then coalesce(
         max(held_until) filter (where held_until > now()),
         greatest(min(created_at), max(held_until)) + interval '10 minutes') end::text
       from deliveries
       where recipient = $1 and kind = 'StatusChanged' and created_at > now() - interval '10 minutes'`,
    [recipient],
  );

/** A message that is to be queued; its content is sealed or not. */
interface NewDelivery extends Pick<Delivery, 'messageId' | 'recipient' | 'content' | 'sealed'> {
  eventId: string;
  /** The channel's name. */
  channel: string;
  kind: string;
  heldUntil: string | null;
  units: number;
  about: string | null;
}

/**
 * Queues a message, once per event and recipient.
 * @param isLeasing whether the caller will send it at once, if nothing has to be sent to the recipient before it
 * @returns the message where it is leased to the caller
 */
export async function insertDelivery(tx: Tx, message: NewDelivery, isLeasing: boolean): Promise<Delivery | null> {
  const { eventId, channel, recipient, kind, messageId, content, sealed, heldUntil, units, about } = message;
  const trace = traceparent() ?? null;
  const leasedAt = performance.now();
  const row = await firstRow<{ position: string; leasedUntil: string | null }>(
    tx,
    `insert into deliveries
       (event_id, channel, recipient, kind, message_id, content, sealed_content, traceparent, held_until, units, about, next_attempt_at)
     select $1::uuid, $2::text, $3::text, $4::text, $5, $6::jsonb, $7::bytea, $8, $9::timestamptz, $11::int, $12::text,
       case when $10 and $9 is null and (${isUrgent('$4')} or ${sentLately('$3')} < ${maxPerMinute}) and not exists (
         select from deliveries earlier
         where earlier.recipient = $3 and earlier.state in ('queued', 'deferred') and not ${isHeld('earlier')}
           and (${isUrgent('earlier.kind')}) = (${isUrgent('$4')}))
       then clock_timestamp() + make_interval(secs => ${leaseSeconds}) else now() end
     on conflict do nothing
     returning position, case when next_attempt_at > now() then next_attempt_at::text end as "leasedUntil"`,
    [eventId, channel, recipient, kind, messageId, content, sealed, trace, heldUntil, isLeasing, units, about],
  );
  if (!row?.leasedUntil) return null;
  const fresh = { attempts: 0, ageSeconds: 0, inDigest: false, triedSeconds: null, hasReceipt: false };
  const { position, leasedUntil } = row;
  return { ...fresh, traceparent: trace, leasedAt, position, leasedUntil, recipient, messageId, content, sealed };
}
