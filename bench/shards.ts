import { topics } from '@tma/contracts';
import { appendEvent, connectDb, connectKafka, createLog, ensureTopics, type Pool, transaction } from '@tma/kit';
import { consumeEvents, createDatabase, startRelay } from '@tma/kit/testing';
import { v7 as uuid } from 'uuid';
import { handlers } from '../services/reports/events.ts';
import { saveReport } from '../services/reports/save-report.ts';
import type { Row } from './measure.ts';
import { newReport, tehsils } from './transaction.ts';

const reports = 1000;
const atOnce = 8;
const settings = { perDay: 1_000_000, timeZone: 'UTC' };
const withinMs = 60_000;
const migrations = new URL('../services/reports/migrations', import.meta.url);

/**
 * Two instances of reports with a database each, to which a report goes by its tehsil. Each has a consumer group of its own,
 * as both need every event about people, and a relay of its own, on the same topics.
 */
export async function twoShards(cluster: string, brokers: readonly string[]): Promise<Row[]> {
  const log = createLog('bench', 'error');
  const plain = { partitions: 6, config: { 'min.insync.replicas': '1' } };
  await ensureTopics(
    brokers,
    [topics.identity, topics.reports].map((name) => ({ name, ...plain })),
    log,
  );
  const kafka = connectKafka(brokers, 'bench-shards', log, () => {});
  const shards = await Promise.all(
    ['north', 'south'].map(async (name) => {
      const database = await createDatabase(cluster, migrations);
      const pool = connectDb(database.url, log);
      const relay = startRelay(database.url, pool, kafka, log);
      const consumer = { kafka, group: `reports-${name}`, handlers: handlers(), pool, log };
      await consumeEvents(consumer, [topics.identity]);
      return { database, pool, relay };
    }),
  );
  const shardOf = (tehsil: string) => shards[tehsils.indexOf(tehsil) % shards.length]?.pool as Pool;
  const received = new Map<string, number>();
  await kafka.consume('bench-shards', [topics.reports], async ({ value }) => {
    const { type, subject } = JSON.parse(value) as { type: string; subject: string };
    if (type === 'ReportCreated') received.set(subject, (received.get(subject) ?? 0) + 1);
  });
  try {
    const sent = await submitAll(shardOf);
    const person = await tellOfPerson(shardOf(tehsils[0] ?? ''));
    const isThere = () => sent.every((id) => received.has(id));
    await until(async () => isThere() && (await knownIn(shards, person)) === shards.length);
    const once = sent.filter((id) => received.get(id) === 1).length;
    const known = await knownIn(shards, person);
    return [
      {
        name: 'two shards by tehsil: reports of which others got one event',
        value: `${once} of ${reports}`,
        goal: 'all',
        met: once === reports,
      },
      {
        name: 'two shards by tehsil: shards that know a person',
        value: `${known} of ${shards.length}`,
        goal: 'all',
        met: known === shards.length,
      },
    ];
  } finally {
    await Promise.all(shards.map(({ relay }) => relay.stop()));
    await kafka.close();
    for (const { pool, database } of shards) {
      await pool.end();
      await database.drop();
    }
  }
}

/** @returns the ids of reports of all tehsils, each saved in the shard of its own */
async function submitAll(shardOf: (tehsil: string) => Pool): Promise<string[]> {
  const sent: string[] = [];
  let turn = 0;
  const submit = async () => {
    for (let own = turn++; own < reports; own = turn++) {
      const report = newReport();
      await saveReport(shardOf(report.submission.tehsil), report, settings);
      sent.push(report.id);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, submit));
  return sent;
}

/** Has an event about a person sent, as auth does. @returns their id */
async function tellOfPerson(pool: Pool): Promise<string> {
  const id = uuid();
  const names = { first_name: '', last_name: '', location: '' };
  const profile = { id, ...names, contact_number: '0300 1234567', tehsil: tehsils[0] ?? '' };
  await transaction(pool, (tx) => appendEvent(tx, 'ProfileSaved', id, profile));
  return id;
}

async function knownIn(shards: readonly { pool: Pool }[], person: string): Promise<number> {
  const found = await Promise.all(shards.map(({ pool }) => pool.query('select from people where id = $1', [person])));
  return found.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end && !(await isDone()); ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
