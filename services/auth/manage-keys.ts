/**
 * A command: `node services/auth/manage-keys.ts list | retire [kid]` with the service's environment. Its exit code is 1 when
 * nothing was done.
 */
import { connectDb, createLog, exitOnConfigError } from '@tma/kit';
import { loadKeysConfig } from './config.ts';
import { manageKeys } from './keys/manage.ts';
import { UnknownKey } from './keys/signing-keys.ts';

const { DATABASE_URL, SIGNING_KEY_SECRET } = exitOnConfigError(loadKeysConfig);
const pool = connectDb(DATABASE_URL, createLog('auth', 'error'), 1);
try {
  process.stdout.write(`${await manageKeys(pool, SIGNING_KEY_SECRET, process.argv.slice(2))}\n`);
} catch (error) {
  if (!(error instanceof UnknownKey)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await pool.end();
}
