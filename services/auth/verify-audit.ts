/** A command: `node services/auth/verify-audit.ts verify` with the service's environment. Its exit code is 1 when the audit log was changed. */
import { connectDb, createLog, exitOnConfigError } from '@tma/kit';
import { Falsified, verifyLog } from './audit/verify.ts';
import { loadAdminsConfig } from './config.ts';

const { DATABASE_URL } = exitOnConfigError(loadAdminsConfig);
const pool = connectDb(DATABASE_URL, createLog('auth', 'error'), 1);
try {
  const count = await verifyLog(pool);
  process.stdout.write(`${count} ${count === 1 ? 'entry is' : 'entries are'} as written.\n`);
} catch (error) {
  if (!(error instanceof Falsified)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await pool.end();
}
