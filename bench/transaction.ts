import { defaultStatus, issueNames, topics } from '@tma/contracts';
import { connectDb, createLog } from '@tma/kit';
import { createDatabase } from '@tma/kit/testing';
import { v7 as uuid } from 'uuid';
import { type NewReport, newReference, saveReport as submit } from '../services/reports/save-report.ts';
import { timeOfId } from '../services/reports/stores/reports.store.ts';
import { insertAtOnce } from './backbone.store.ts';
import { pairRatio, type Row, rateOf, rateRows } from './measure.ts';
import { coreSeconds } from './processes.ts';
import { sampleEvent, sampleTexts } from './sample-events.ts';

const atOnce = 8;
const ms = 2000;
/** How many reports a person may submit in a day, as in production, how many they do here, and how many people do so in turn. */
const settings = { perDay: 50, timeZone: 'UTC' };
const perPerson = 5;
const crowd = 1000;
const migrations = new URL('../services/reports/migrations', import.meta.url);

/**
 * How many reports a second are created with all their rows, compared with one statement that writes the same rows. Both are
 * planned once. The statement looks nothing up: whether the person was erased, or has submitted too much, is the rest.
 * @param postgres its process, if it runs on this machine
 */
export async function transactionAgainstStatement(cluster: string, postgres?: number): Promise<Row[]> {
  const log = createLog('bench', 'error');
  const database = await createDatabase(cluster, migrations);
  const pool = connectDb(database.url, log);
  const statement = () => {
    const report = newReport();
    const event = sampleEvent(report.id, topics.reports);
    return insertAtOnce(pool, report, { reference: newReference(), at: timeOfId(report.id), event });
  };
  try {
    const costs = { statement: costOf(postgres), transaction: costOf(postgres) };
    const pairs = await pairRatio(
      () => costs.statement.of(statement),
      () => costs.transaction.of(() => submit(pool, newReport(), settings)),
    );
    const names = {
      reference: 'report with its event: one statement (CTE), the same rows',
      subject: 'report with its event: transaction of a submission',
      ratio: 'report with its event: transaction to one statement',
    };
    return [
      ...rateRows(names, pairs, 0.6),
      { name: 'the statement: CPU of a report', value: costs.statement.text(), goal: '' },
      { name: 'the transaction: CPU of a report', value: costs.transaction.text(), goal: '' },
    ];
  } finally {
    await pool.end();
    await database.drop();
  }
}

/** Measures rates, and the CPU time that each report takes Postgres and this process meanwhile. */
function costOf(postgres?: number) {
  let [reports, postgresSeconds, ownSeconds] = [0, 0, 0];
  async function used() {
    const { user, system } = process.cpuUsage();
    return [postgres === undefined ? 0 : await coreSeconds(postgres), (user + system) / 1_000_000];
  }
  const micros = (seconds: number) => `${Math.round((seconds / reports) * 1_000_000)} µs`;
  return {
    async of(work: () => Promise<unknown>): Promise<number> {
      const [postgresBefore = 0, ownBefore = 0] = await used();
      const rate = await rateOf(atOnce, ms, () => {
        reports += 1;
        return work();
      });
      const [postgresAfter = 0, ownAfter = 0] = await used();
      postgresSeconds += postgresAfter - postgresBefore;
      ownSeconds += ownAfter - ownBefore;
      return rate;
    },
    text: () => `${postgres === undefined ? '' : `Postgres ${micros(postgresSeconds)}, `}node ${micros(ownSeconds)}`,
  };
}

let made = 0;
let people: string[] = [];
export const tehsils = ['Mardan', 'Takht Bhai', 'Katlang', 'Rustam', 'Garhi Kapura'];

/**
 * Reports of many people in all tehsils and issue types, as read from their forms. Nobody submits two at once: those would
 * wait for each other, which is not what is measured.
 */
export function newReport(): NewReport {
  const id = uuid();
  const turn = made++;
  if (turn % (crowd * perPerson) === 0) people = Array.from({ length: crowd }, () => uuid());
  const userId = people[turn % crowd] ?? '';
  const tehsil = tehsils[turn % tehsils.length] ?? '';
  const profile = { first_name: 'Sana', last_name: 'Khan', contact_number: '0300 1234567', tehsil, location: '' };
  return {
    id,
    caller: { audience: 'resident', id: userId, email: `${userId}@example.com`, sessionId: id, token: '', profile },
    key: null,
    submission: {
      ...sampleTexts,
      issue: issueNames[turn % issueNames.length] ?? '',
      tehsil,
      name: 'Sana Khan',
      status: defaultStatus,
      schedule: null,
    },
    image: { id, path: `uploads/${id}.webp` },
    documentId: null,
  };
}
