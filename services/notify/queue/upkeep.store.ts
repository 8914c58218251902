import { lifetimes } from '@tma/contracts';
import { affectedRows, allRows, type Db } from '@tma/kit';

/** How many messages of a channel there are in each state, and when the newest of them was sent or, until then, queued (Unix seconds). */
export const countByState = (db: Db, channel: string) =>
  allRows<{ state: string; count: number; newest: number }>(
    db,
    `select state, sum(number)::int as count,
       (select extract(epoch from max(coalesce(sent_at, created_at)))::float8 from deliveries
        where deliveries.channel = $1 and deliveries.state = counted.state) as newest
     from delivery_counts,
       lateral (values ('queued', queued), ('sent', sent), ('deferred', deferred), ('failed', failed)) counted (state, number)
     where channel = $1 group by state having sum(number) <> 0`,
    [channel],
  );

/**
 * Deletes the recipients of messages that were sent or given up, and the server's reply, of `limit` messages at most.
 * Digests need them for ten minutes after a message was queued, the limit per minute for a minute after it was sent.
 * Whether an event's message was queued is known by its id. @returns how many
 */
export const forgetRecipients = (db: Db, limit: number) =>
  affectedRows(
    db,
    `update deliveries set recipient = position::text, last_error = null where position in (
       select position from deliveries
       where state in ('sent', 'failed') and recipient <> position::text and created_at < now() - interval '10 minutes'
         and (sent_at is null or sent_at < now() - interval '1 minute')
       order by created_at limit $1)`,
    [limit],
  );

/** Deletes messages that were sent or given up and are older than `lifetimes.mail`, `limit` at most. @returns how many */
export const deleteOldDeliveries = (db: Db, limit: number) =>
  affectedRows(
    db,
    `delete from deliveries where position in (
       select position from deliveries where state in ('sent', 'failed') and created_at < now() - make_interval(secs => $1)
       order by position limit $2)`,
    [lifetimes.mail, limit],
  );
