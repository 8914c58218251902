/** A command: `node services/auth/rotate-keys.ts` with the service's environment creates a new signing key. */
import { connectDb, createLog, exitOnConfigError } from '@tma/kit';
import { loadKeysConfig } from './config.ts';
import { rotateKeys } from './keys.ts';

const { DATABASE_URL, SIGNING_KEY_SECRET } = exitOnConfigError(loadKeysConfig);
const pool = connectDb(DATABASE_URL, createLog('auth', 'error'), 1);
try {
  const kid = await rotateKeys(pool, SIGNING_KEY_SECRET);
  process.stdout.write(
    `Tokens are signed with key ${kid} within fifteen seconds. The old ones count until they expire.\n`,
  );
} finally {
  await pool.end();
}
