import { defaultStatus, issueNames, topics } from '@tma/contracts';
import { connectDb, createLog } from '@tma/kit';
import { createDatabase } from '@tma/kit/testing';
import { v7 as uuid } from 'uuid';
import { type NewReport, newReference, saveReport as submit } from '../services/reports/save-report.ts';
import { timeOfId } from '../services/reports/stores/reports.store.ts';
import { insertAtOnce } from './backbone.store.ts';
import { pairRatio, type Row, rateOf, rateRows } from './measure.ts';
import { sampleEvent, sampleTexts } from './sample-events.ts';

const atOnce = 8;
const ms = 2000;
/** How many reports a person may submit in a day: more than they do here. */
const perDay = 1_000_000;
const migrations = new URL('../services/reports/migrations', import.meta.url);

/** How many reports a second are created with all their rows, compared with one statement that writes the same rows. */
export async function transactionAgainstStatement(cluster: string): Promise<Row[]> {
  const log = createLog('bench', 'error');
  const database = await createDatabase(cluster, migrations);
  const pool = connectDb(database.url, log);
  const atOnceIn = (turn: number) => {
    const report = newReport(turn);
    const event = sampleEvent(report.id, topics.reports);
    return insertAtOnce(pool, report, { reference: newReference(), at: timeOfId(report.id), event });
  };
  try {
    const pairs = await pairRatio(
      () => rateOf(atOnce, ms, atOnceIn),
      () => rateOf(atOnce, ms, (turn) => submit(pool, newReport(turn), perDay)),
    );
    const names = {
      reference: 'report with its event: one statement (CTE), the same rows',
      subject: 'report with its event: transaction of a submission',
      ratio: 'report with its event: transaction to one statement',
    };
    return rateRows(names, pairs, 0.8);
  } finally {
    await pool.end();
    await database.drop();
  }
}

const people = Array.from({ length: 100 }, () => uuid());
export const tehsils = ['Mardan', 'Takht Bhai', 'Katlang', 'Rustam', 'Garhi Kapura'];

/** Reports of many people in all tehsils and issue types, as read from their forms. */
export function newReport(turn: number): NewReport {
  const id = uuid();
  const tehsil = tehsils[turn % tehsils.length] ?? '';
  const userId = people[turn % people.length] ?? '';
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
