/**
 * A command: `node services/reports/erase-report.ts <reference>` with the service's environment erases whoever a report without an
 * account is from. The exit code is 1 when nothing was done.
 */
import { connectDb, createLog, exitOnConfigError, transaction } from '@tma/kit';
import { loadLinkConfig } from './config.ts';
import { eraseReport } from './erasure/erase-person.ts';

const { DATABASE_URL } = exitOnConfigError(loadLinkConfig);
const [given = '', ...more] = process.argv.slice(2);
const reference = given.trim().toUpperCase();
const answers = {
  erased: `Whoever ${reference} is from is erased: name, number, address, papers and what they wrote of closures. The report stays.`,
  'of-account': `${reference} is of somebody with an account, who deletes it in their profile.`,
  unknown: `There is no report ${reference}.`,
};

const pool = connectDb(DATABASE_URL, createLog('reports', 'error'), 1);
try {
  const found = reference && more.length === 0 ? await transaction(pool, (tx) => eraseReport(tx, reference)) : null;
  const answer = found ? answers[found] : 'Use: npm run residents -- erase-report <reference>';
  if (found !== 'erased') process.exitCode = 1;
  (found === 'erased' ? process.stdout : process.stderr).write(`${answer}\n`);
} finally {
  await pool.end();
}
