import { randomBytes } from 'node:crypto';
import { connectDb, createLinkKeys, createLog } from '@tma/kit';
import { createDatabase } from '@tma/kit/testing';
import { v7 as uuid } from 'uuid';
import { changeReport } from '../services/reports/change-report.ts';
import { saveReport } from '../services/reports/save-report.ts';
import { addProofs } from './backbone.store.ts';
import { type Row, ratioRow, timesOf } from './measure.ts';
import { newReport } from './transaction.ts';

const migrations = new URL('../services/reports/migrations', import.meta.url);
const times = 300;
/** As many as `timesOf` calls each function. */
const calls = times + 20;
const fortnight = 14 * 86_400;

/** How long it takes to close a report that has a proof, compared with another change of its status; neither picture nor HTTP. */
export async function closingAgainstChange(cluster: string): Promise<Row[]> {
  const database = await createDatabase(cluster, migrations);
  const pool = connectDb(database.url, createLog('bench', 'error'));
  const reports = { pool, linkKeys: createLinkKeys(randomBytes(32)), answerSeconds: fortnight };
  try {
    const made = Array.from({ length: 2 * calls }, newReport);
    for (const report of made) await saveReport(pool, report, made.length);
    await addProofs(pool, made.map(({ id }) => id));
    const waiting = made.values();
    const change = (status: string) => async () => {
      const { id, submission } = waiting.next().value ?? newReport();
      const by = { id: uuid(), email: 'office@example.org', tehsil: submission.tehsil };
      await changeReport(reports, { id, by, change: { status } });
    };
    const [changed, closed] = await timesOf(change('In Progress'), change('Closed'), times);
    return [
      { name: 'a change of status, in its transaction', value: `${changed.toFixed(2)} ms`, goal: '' },
      { name: 'closing with a proof, in its transaction', value: `${closed.toFixed(2)} ms`, goal: '' },
      ratioRow('closing with a proof to a change of status', closed / changed, '<=', 1.3),
    ];
  } finally {
    await pool.end();
    await database.drop();
  }
}
