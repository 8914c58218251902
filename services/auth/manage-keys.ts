/**
 * A command: `node services/auth/manage-keys.ts list | retire [kid]` with the service's environment. Its exit code is 1 when
 * nothing was done.
 */
import { connectDb, createLog, exitOnConfigError } from '@tma/kit';
import { loadKeysConfig } from './config.ts';
import { retireKey, UnknownKey } from './keys.ts';
import { listKeys } from './stores/keys.store.ts';

const { DATABASE_URL, SIGNING_KEY_SECRET } = exitOnConfigError(loadKeysConfig);
const pool = connectDb(DATABASE_URL, createLog('auth', 'error'), 1);

async function list(): Promise<string> {
  const keys = await listKeys(pool);
  return keys
    .map(
      ({ kid, since, state, endsAt }) => `${kid}  since ${since.toISOString()}  ${state}${endsAt ? endOf(endsAt) : ''}`,
    )
    .join('\n');
}

const endOf = (at: Date) => `, ${at.getTime() > Date.now() ? 'ends' : 'at'} ${at.toISOString()}`;

async function retire(given?: string): Promise<string> {
  const { kid, seconds, next } = await retireKey(pool, SIGNING_KEY_SECRET, given);
  if (seconds === null) return `Key ${kid} was retired before: its tokens do not count.`;
  return [
    `Tokens of key ${kid} are refused everywhere within ten seconds.`,
    'A service that cannot reach auth takes them for up to ten minutes; restart it to end that.',
    ...(next ? [`Tokens are signed with key ${next}.`] : []),
    'Residents get a new token by themselves. Administrators whose token was of this key sign in again.',
  ].join('\n');
}

try {
  const [action, kid] = process.argv.slice(2);
  if (action !== 'list' && action !== 'retire') throw new UnknownKey('Use: list | retire [kid]');
  process.stdout.write(`${action === 'list' ? await list() : await retire(kid)}\n`);
} catch (error) {
  if (!(error instanceof UnknownKey)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await pool.end();
}
