/** A command: `node services/auth/rotate-keys.ts` with the service's environment creates a new signing key, and a new key of links. */
import { lifetimes } from '@tma/contracts';
import { connectDb, createLog, exitOnConfigError, rotateLinkKey, transaction } from '@tma/kit';
import { loadKeysConfig } from './config.ts';
import { rotateKeys } from './keys/signing-keys.ts';

const { DATABASE_URL, SIGNING_KEY_SECRET, LINK_SECRET } = exitOnConfigError(loadKeysConfig);
const pool = connectDb(DATABASE_URL, createLog('auth', 'error'), 1);
try {
  const kid = await rotateKeys(pool, SIGNING_KEY_SECRET);
  await transaction(pool, (tx) => rotateLinkKey(tx, LINK_SECRET, lifetimes.replacedLinkKey));
  process.stdout.write(
    `Tokens are signed with key ${kid} within fifteen seconds. The old ones count until they expire.\n` +
      'Links are made with a new key from now on. Those that were mailed before work until they expire.\n',
  );
} finally {
  await pool.end();
}
