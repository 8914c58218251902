import { CommandFailed, type Pool } from '@tma/kit';
import { listKeys } from './keys.store.ts';
import { type ResealMore, resealKeys, retireKey } from './signing-keys.ts';

/** The secret that seals the keys, and the one before where it was changed: 32 bytes each. */
interface Secrets {
  secret: Buffer;
  oldSecret?: Buffer | undefined;
  /** Everything else that the secret seals. */
  resealMore: ResealMore;
}

/** What `npm run keys list | retire | reseal` does. @returns what to print. Throws `CommandFailed`. */
export async function manageKeys(pool: Pool, secrets: Secrets, [action, ...args]: readonly string[]): Promise<string> {
  // Of several keys the first alone would be retired.
  if (action === 'retire' && args.length <= 1) return retire(pool, secrets.secret, args[0]);
  if (action === 'list' && args.length === 0) return list(pool);
  if (action === 'reseal' && args.length === 0) return reseal(pool, secrets);
  throw new CommandFailed('Use: list | retire [kid] | reseal');
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

async function reseal(pool: Pool, { secret, oldSecret, resealMore }: Secrets): Promise<string> {
  if (!oldSecret) throw new CommandFailed('Give the secret of before in SIGNING_KEY_SECRET_OLD. Nothing was changed.');
  const count = await resealKeys(pool, oldSecret, secret, resealMore);
  if (count === 0) return 'All is sealed with SIGNING_KEY_SECRET already.';
  return `Sealed anew with SIGNING_KEY_SECRET: ${count}. Restart auth where it runs with the secret of before.`;
}
