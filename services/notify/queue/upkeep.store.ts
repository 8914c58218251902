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
 * Forgets to whom messages were that were sent or given up, and what a server said of it, of `limit` of them at most. Digests ask for it
 * for ten minutes since a message was queued, the limit per minute since it was sent. That an event's message was queued is known by
 * its id. @returns how many
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
