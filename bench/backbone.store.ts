import { type Db, named, type Tx } from '@tma/kit';
import type { NewReport } from '../services/reports/save-report.ts';
import type { sampleEvent } from './sample-events.ts';

type Entry = ReturnType<typeof sampleEvent>;

/** Empties the outbox and inserts these events, unpublished; the relay is notified when they are committed. */
export async function fillOutbox(tx: Tx, entries: readonly Entry[]): Promise<void> {
  await tx.query('truncate outbox');
  const columns = (['id', 'topic', 'key', 'payload'] as const).map((name) => entries.map((entry) => entry[name]));
  await tx.query(
    `insert into outbox (event_id, topic, key, payload)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[])`,
    columns,
  );
  await tx.query("select pg_notify('outbox', '')");
}

/** Has each commit in a database take 5 ms, as on a disk in a network; those of a moment are flushed together. */
export async function slowCommits(db: Db, database: string): Promise<void> {
  await db.query(`alter database ${database} set commit_delay = 5000`);
  await db.query(`alter database ${database} set commit_siblings = 0`);
}

/** Inserts an event as versions before 033 did: its transaction notifies the relay. */
export async function insertNotifying(tx: Tx, { id, topic, key, payload }: Entry): Promise<void> {
  await tx.query(
    `with added as (insert into outbox (event_id, topic, key, payload) values ($1, $2, $3, $4))
     select pg_notify('outbox', '')`,
    [id, topic, key, payload],
  );
}

/** Whether every event of the outbox is marked as published. */
export async function isRelayed(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ waits: boolean }>(
    'select exists (select from outbox where published_at is null) as waits',
  );
  return rows[0]?.waits === false;
}

/** Gives each of these reports a proof that waits for its closing. */
export async function addProofs(db: Db, reportIds: readonly string[]): Promise<void> {
  await db.query(
    `insert into proofs (id, report_id, tehsil, sent_by, image, sha256)
     select id, id, tehsil, id, 'uploads/' || id || '.webp', id::text from reports where id = any($1)`,
    [reportIds],
  );
}

/** Writes in one statement, planned once, every row that a submission writes: person, report, first change, count and event. */
export async function insertAtOnce(
  db: Db,
  { id, caller, submission, image }: NewReport,
  { reference, at, event }: { reference: string; at: Date; event: Entry },
): Promise<void> {
  const { name, issue, location, description, tehsil, status, schedule } = submission;
  await db.query(
    named(`with person as (
       insert into people (id, contact_number, tehsil, said_at) values ($3, $13, $9, '-infinity')
       on conflict (id) do update set id = excluded.id
     ), report as (
       insert into reports (id, reference, user_id, reporter_name, reporter_email, issue, location, description, tehsil,
         status, schedule, image, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $14, $14)
     ), entry as (
       insert into history (report_id, at, kind, status, schedule, made_by)
       values ($1, $14, 'created', $10, $11, 'resident')
     ), counted as (
       insert into report_counts as known (tehsil, issue, status, scheduled, reports)
       values ($9, $6, $10, $11::date is not null, 1)
       on conflict (tehsil, issue, status, scheduled) do update set reports = known.reports + excluded.reports
     )
     insert into outbox (event_id, topic, key, payload) values ($15, $16, $1::text, $17)`),
    [
      id,
      reference,
      caller.id,
      name,
      caller.email,
      issue,
      location,
      description,
      tehsil,
      status,
      schedule,
      image.path,
      caller.profile.contact_number,
      at,
      event.id,
      event.topic,
      event.payload,
    ],
  );
}
