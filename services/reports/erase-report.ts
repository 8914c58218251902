/**
 * A command: `node services/reports/erase-report.ts <reference>` with the service's environment erases whoever a report without an
 * account is from. The exit code is 1 when nothing was done.
 */
import { CommandFailed, exitOnConfigError, printAnswer, transaction, withDb } from '@tma/kit';
import { loadLinkConfig } from './config.ts';
import { eraseReport } from './erasure/erase-person.ts';

const { DATABASE_URL } = exitOnConfigError(loadLinkConfig);
const [given = '', ...more] = process.argv.slice(2);
const reference = given.trim().toUpperCase();
const refusals = {
  'of-account': `${reference} is of somebody with an account, who deletes it in their profile.`,
  unknown: `There is no report ${reference}.`,
};

async function run(): Promise<string> {
  if (!reference || more.length > 0) throw new CommandFailed('Use: npm run residents -- erase-report <reference>');
  const found = await withDb('reports', DATABASE_URL, (pool) => transaction(pool, (tx) => eraseReport(tx, reference)));
  if (found !== 'erased') throw new CommandFailed(refusals[found]);
  return `Whoever ${reference} is from is erased: name, number, address, papers and what they wrote of closures. The report stays.`;
}

await printAnswer(run());
