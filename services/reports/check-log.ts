/**
 * A command: `node services/reports/check-log.ts verify <url> [key] | prove <url> <reference> | watch <url> <file>`. With `DATABASE_URL`
 * and `LOG_KEY` verify compares the log with these. Its exit code is 1 where something is not as it was signed.
 */
import { exitOnConfigError, type Pool, printAnswer, withDb } from '@tma/kit';
import { loadLogConfig } from './config.ts';
import { proveReport, verifyLog, watchLog } from './log/command.ts';
import { createLogSigner } from './log/signing.ts';

const [action, url = '', other] = process.argv.slice(2);
const { DATABASE_URL, LOG_KEY } = exitOnConfigError(loadLogConfig);

async function run(pool?: Pool): Promise<string> {
  if (action === 'watch') return watchLog(url, other ?? '');
  if (action === 'prove' && pool) return proveReport(url, pool, other ?? '');
  return verifyLog(url, { db: pool, signer: LOG_KEY && createLogSigner(LOG_KEY), key: other });
}

await printAnswer(DATABASE_URL ? withDb('reports', DATABASE_URL, run) : run());
