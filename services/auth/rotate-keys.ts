/** A command: `node services/auth/rotate-keys.ts` with the service's environment creates a new signing key, and a new key of links. */
import { lifetimes } from '@tma/contracts';
import { exitOnConfigError, printAnswer, rotateLinkKey, transaction, withDb } from '@tma/kit';
import { loadKeysConfig } from './config.ts';
import { rotateKeys } from './keys/signing-keys.ts';

const { DATABASE_URL, SIGNING_KEY_SECRET, LINK_SECRET } = exitOnConfigError(loadKeysConfig);

const rotate = withDb('auth', DATABASE_URL, async (pool) => {
  const kid = await rotateKeys(pool, SIGNING_KEY_SECRET);
  await transaction(pool, (tx) => rotateLinkKey(tx, LINK_SECRET, lifetimes.replacedLinkKey));
  return (
    `Tokens are signed with key ${kid} within fifteen seconds. The old ones count until they expire.\n` +
    'Links are made with a new key from now on. Those that were mailed before work until they expire.'
  );
});
await printAnswer(rotate);
