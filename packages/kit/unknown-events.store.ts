import { lifetimes } from '@tma/contracts';
import type { Db, Tx } from './db.ts';
import type { Received } from './kafka/index.ts';
import { affectedRows, allRows, anyRow, execute, onlyValue } from './rows.ts';

/** An event that waits for a version that knows its type, as it came from Kafka. */
interface UnknownEvent extends Received {
  id: string;
  type: string;
}

/** Keeps an event once, however often it comes; one that took effect already, in a newer instance, is not kept. */
export const keepUnknownEvent = (db: Db, event: UnknownEvent) =>
  execute(
    db,
    `insert into unknown_events (event_id, type, topic, partition, kafka_offset, key, value)
     select $1::uuid, $2, $3, $4::integer, $5, $6, $7 where not exists (select from inbox where event_id = $1::uuid)
     on conflict (event_id) do nothing`,
    [event.id, event.type, event.topic, event.partition, event.offset, event.key, event.value],
  );

/** The oldest kept events of these types, in the order in which they came. */
export const oldestUnknownEvents = (db: Db, types: readonly string[], limit: number) =>
  allRows<UnknownEvent>(
    db,
    `select event_id as id, type, topic, partition, kafka_offset as "offset", key, value from unknown_events
     where type = any($1) order by position limit $2`,
    [types, limit],
  );

/** Removes an event in the transaction that handles it; false when another instance does so, or did. */
export const claimUnknownEvent = (tx: Tx, id: string) =>
  anyRow(
    tx,
    `delete from unknown_events where position in
       (select position from unknown_events where event_id = $1 for update skip locked)`,
    [id],
  );

export const removeUnknownEvent = (db: Db, id: string) =>
  execute(db, 'delete from unknown_events where event_id = $1', [id]);

export const countUnknownEvents = (db: Db) => onlyValue<number>(db, 'select count(*)::int from unknown_events');

/** Removes events that no version came to know in time, of the `limit` oldest. @returns how many */
export const removeOldUnknownEvents = (db: Db, limit: number) =>
  affectedRows(
    db,
    `delete from unknown_events where position in (
       select position from (select position, received_at from unknown_events order by position limit $1) oldest
       where received_at < now() - make_interval(secs => ${lifetimes.unknownEvent}))`,
    [limit],
  );
