import { lifetimes } from '@tma/contracts';
import type pg from 'pg';
import { type Db, named, type Tx } from './db.ts';
import { affectedRows, anyRow, execute, onlyRow, onlyValue } from './rows.ts';

/** Any number; the same in every service, for each outbox has a database of its own. */
const leaderLock = 7_610_002;

export interface Entry {
  id: string;
  topic: string;
  key: string;
  payload: string;
}

export interface Stored extends Entry {
  position: string;
}

export const insert = (tx: Tx, { id, topic, key, payload }: Entry) =>
  execute(tx, 'insert into outbox (event_id, topic, key, payload) values ($1, $2, $3, $4)', [id, topic, key, payload]);

/** Whether the outbox has exactly this event. An event that is a dead letter of some group keeps its data. */
export const hasAppended = (db: Db, { id, topic, key, payload }: Entry) =>
  anyRow(db, 'select from outbox where event_id = $1 and topic = $2 and key = $3 and payload = $4', [
    id,
    topic,
    key,
    payload,
  ]);

export const listen = (client: pg.Client) => client.query('listen outbox');

export const notifyLeader = (client: pg.Client) => client.query('notify outbox');

/** Ends the session and its lock after 2 s without a query, so that a frozen leader holds nobody up. */
export const endWhenFrozen = (client: pg.Client) => client.query("set idle_session_timeout = '2s'");

export async function tryToLead(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ leads: boolean }>('select pg_try_advisory_lock($1) as leads', [leaderLock]);
  return rows[0]?.leads === true;
}

export const beat = (client: pg.Client) => client.query('select 1');

const positionsOf = (events: readonly Stored[]) => events.map(({ position }) => position);

/**
 * Marks events as published, and reads those to be sent next. These are found by `published_at is null`, not by the
 * last position sent: positions do not follow the order of commits.
 * @param events.sending events that are being sent, and are not read again
 */
export async function markAndRead(
  client: pg.Client,
  { sent, sending }: { sent: readonly Stored[]; sending: readonly Stored[] },
  limit: number,
): Promise<Stored[]> {
  // A plan that is made while the table is empty may stay: by `published_at is null` it uses an index, too.
  const text = `with marked as (
       update outbox set published_at = now() where published_at is null and position = any($1))
     select position, event_id as id, topic, key, payload from outbox
     where published_at is null and position <> all($1) and position <> all($2) order by position limit $3`;
  const { rows } = await client.query<Stored>(named(text), [positionsOf(sent), positionsOf(sending), limit]);
  return rows;
}

export async function markPublished(client: pg.Client, events: readonly Stored[]): Promise<void> {
  await client.query('update outbox set published_at = now() where position = any($1)', [positionsOf(events)]);
}

/** The topics of events that were sent and still have their data, and the database's time. */
export const filledTopics = (db: Db) =>
  onlyRow<{ topics: string[]; now: Date }>(
    db,
    `select array(select distinct topic from outbox where published_at is not null and not emptied) as topics,
       clock_timestamp() as now`,
  );

/** Any number. Emptying takes it exclusively for one statement, a backup shared until all its snapshots are taken. */
const emptyingLock = 7_610_004;

/** Lets no event's data be taken out of this outbox until the caller's transaction ends. */
export const holdOutbox = (db: { query(text: string, values: unknown[]): Promise<unknown> }) =>
  db.query('select pg_advisory_xact_lock_shared($1)', [emptyingLock]);

/** Deletes all data but the type from at most `limit` events of a topic sent before a moment. @returns how many; 0 during a backup */
export const emptySent = (db: Db, topic: string, before: Date, limit: number) =>
  affectedRows(
    db,
    `with free as materialized (select pg_try_advisory_xact_lock($4) as free)
     update outbox set emptied = true, payload = json_build_object('type', substring(payload from '"type":"([^"]+)"'))::text
     where (select free from free) and position in (
       select position from outbox where topic = $1 and published_at < $2 and not emptied
       order by published_at limit $3)`,
    [topic, before, limit, emptyingLock],
  );

export const backlog = (db: Db) =>
  onlyRow<{ backlog: number; oldestSeconds: number }>(
    db,
    `select count(*)::int as backlog, coalesce(extract(epoch from now() - min(created_at)), 0)::int as "oldestSeconds"
     from outbox where published_at is null`,
  );

/**
 * Deletes events that were sent long ago, among the `limit` oldest. An event that some group has not handled stays for as
 * long as it may be a dead letter, since its replay is compared with this row. @returns how many
 */
export const forgetPublished = (db: Db, limit: number) =>
  affectedRows(
    db,
    `delete from outbox where position in (
       select position from (select position, published_at, emptied from outbox order by position limit $1) oldest
       where published_at < now() - make_interval(secs => ${lifetimes.outbox})
         and (emptied or published_at < now() - make_interval(secs => ${lifetimes.outboxOfDeadLetters})))`,
    [limit],
  );

/** The same for ids of events that were handled: they are UUIDv7, so that their order is that of time. */
export const forgetHandled = (db: Db, limit: number) =>
  affectedRows(
    db,
    `delete from inbox where event_id in (
       select event_id from (select event_id, handled_at from inbox order by event_id limit $1) oldest
       where handled_at < now() - make_interval(secs => ${lifetimes.inbox}))`,
    [limit],
  );

/** Notes that an event takes effect; false when it already did. If it was a dead letter, it is none any more. */
export const receive = (tx: Tx, eventId: string) =>
  anyRow(
    tx,
    `with received as (insert into inbox (event_id) values ($1::uuid) on conflict do nothing returning event_id),
       alive as (delete from dead_letters where id = $1::text)
     select from received`,
    [eventId],
  );

export const noteDeadLetter = (db: Db, letter: { id: string; topic: string; reason: string }) =>
  execute(
    db,
    `insert into dead_letters (id, topic, reason) values ($1, $2, $3)
     on conflict (id) do update set reason = excluded.reason, buried_at = now()`,
    [letter.id, letter.topic, letter.reason],
  );

export const countDeadLetters = (db: Db) => onlyValue<number>(db, 'select count(*)::int from dead_letters');

/** Deletes the notes of dead letters that Kafka keeps no longer, `limit` at most. @returns how many */
export const forgetOldDeadLetters = (db: Db, limit: number) =>
  affectedRows(
    db,
    `delete from dead_letters where id in (
       select id from dead_letters where buried_at < now() - make_interval(secs => ${lifetimes.deadLetter}) limit $1)`,
    [limit],
  );

/** Deletes the notes of dead letters that were dropped. */
export const forgetDeadLetters = (db: Db, topic: string, ids: readonly string[]) =>
  execute(db, 'delete from dead_letters where topic = $1 and id = any($2)', [topic, ids]);
