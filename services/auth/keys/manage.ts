import type { Pool } from '@tma/kit';
import { listKeys } from './keys.store.ts';
import { retireKey, UnknownKey } from './signing-keys.ts';

/** What `npm run keys list | retire` does. @returns what to print. Throws `UnknownKey`. */
export async function manageKeys(pool: Pool, secret: Buffer, [action, kid]: readonly string[]): Promise<string> {
  if (action === 'list') return list(pool);
  if (action === 'retire') return retire(pool, secret, kid);
  throw new UnknownKey('Use: list | retire [kid]');
}

async function list(pool: Pool): Promise<string> {
  const keys = await listKeys(pool);
  return keys
    .map(
      ({ kid, since, state, endsAt }) => `${kid}  since ${since.toISOString()}  ${state}${endsAt ? endOf(endsAt) : ''}`,
    )
    .join('\n');
}

const endOf = (at: Date) => `, ${at.getTime() > Date.now() ? 'ends' : 'at'} ${at.toISOString()}`;

async function retire(pool: Pool, secret: Buffer, given?: string): Promise<string> {
  const { kid, seconds, next } = await retireKey(pool, secret, given);
  if (seconds === null) return `Key ${kid} was retired before: its tokens do not count.`;
  return [
    `Tokens of key ${kid} are refused everywhere within ten seconds.`,
    'A service that cannot reach auth takes them for up to ten minutes; restart it to end that.',
    ...(next ? [`Tokens are signed with key ${next}.`] : []),
    'Residents get a new token by themselves. Administrators whose token was of this key sign in again.',
  ].join('\n');
}
