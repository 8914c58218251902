/**
 * A command: `node services/auth/verify-audit.ts verify [url]` with the service's environment; of the portal at the address, whose signed
 * log says where the audit log ended. Its exit code is 1 when the audit log was changed, or the portal does not say.
 */
import { connectDb, createLog, exitOnConfigError } from '@tma/kit';
import { Falsified, signedEnd, Unanswered, verifyLog } from './audit/verify.ts';
import { loadAdminsConfig } from './config.ts';

const { DATABASE_URL } = exitOnConfigError(loadAdminsConfig);
const pool = connectDb(DATABASE_URL, createLog('auth', 'error'), 1);
const [, url] = process.argv.slice(2);

try {
  const signed = url ? await signedEnd(url) : null;
  const count = await verifyLog(pool, signed);
  const also = signed ? `, the first ${signed.seq} as they were signed on ${signed.day}` : '';
  process.stdout.write(`${count} ${count === 1 ? 'entry is' : 'entries are'} as written${also}.\n`);
} catch (error) {
  if (!(error instanceof Falsified || error instanceof Unanswered)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await pool.end();
}
