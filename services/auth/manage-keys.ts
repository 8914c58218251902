/**
 * A command: `node services/auth/manage-keys.ts list | retire [kid] | reseal` with the service's environment; `reseal` also with
 * SIGNING_KEY_SECRET_OLD, or SIGNING_KEY_SECRET_OLD_FILE. Its exit code is 1 when nothing was done.
 */
import { connectDb, createLog, exitOnConfigError } from '@tma/kit';
import { loadKeysConfig } from './config.ts';
import { CannotReseal } from './credentials/sealing.ts';
import { manageKeys } from './keys/manage.ts';
import { UnknownKey } from './keys/signing-keys.ts';
import { resealFactors } from './staff/factor/reseal.ts';

const { DATABASE_URL, SIGNING_KEY_SECRET, SIGNING_KEY_SECRET_OLD } = exitOnConfigError(loadKeysConfig);
const pool = connectDb(DATABASE_URL, createLog('auth', 'error'), 1);
try {
  const secrets = { secret: SIGNING_KEY_SECRET, oldSecret: SIGNING_KEY_SECRET_OLD, resealMore: resealFactors };
  process.stdout.write(`${await manageKeys(pool, secrets, process.argv.slice(2))}\n`);
} catch (error) {
  if (!(error instanceof UnknownKey || error instanceof CannotReseal)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await pool.end();
}
