/**
 * A command: `node services/reports/check-log.ts verify <url> [key] | prove <url> <reference> | watch <url> <file>`. With `DATABASE_URL`
 * and `LOG_KEY` verify compares the log with these. Its exit code is 1 where something is not as it was signed.
 */
import { connectDb, createLog, exitOnConfigError } from '@tma/kit';
import { loadLogConfig } from './config.ts';
import { proveReport, verifyLog, watchLog } from './log/command.ts';
import { Falsified } from './log/public-log.ts';
import { createLogSigner } from './log/signing.ts';

const [action, url = '', other] = process.argv.slice(2);
const { DATABASE_URL, LOG_KEY } = exitOnConfigError(loadLogConfig);
const pool = DATABASE_URL ? connectDb(DATABASE_URL, createLog('reports', 'error'), 1) : null;

async function run(): Promise<string> {
  if (action === 'watch') return watchLog(url, other ?? '');
  if (action === 'prove' && pool) return proveReport(url, pool, other ?? '');
  return verifyLog(url, {
    ...(pool && { db: pool }),
    ...(LOG_KEY && { signer: createLogSigner(LOG_KEY) }),
    key: other,
  });
}

try {
  process.stdout.write(`${await run()}\n`);
} catch (error) {
  if (!(error instanceof Falsified)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await pool?.end();
}
