/** The actions of `npm run residents`. Each change leaves a line for the security log, in its transaction. */
import { CommandFailed, type Parts, transaction } from '@tma/kit';
import { insertSecurityNote } from '../credentials/security-log/security-notes.store.ts';
import { endSessionsOf } from '../credentials/session/session.ts';
import { normalizeEmail } from '../person/email-address.ts';
import { lockUserByEmail } from '../person/users.store.ts';
import { setSuspended } from './accounts.store.ts';

const usage = 'Use: npm run residents -- suspend <email> | resume <email> | erase-report <reference>';

/**
 * Suspends a resident, whose sessions end at once and who cannot sign in, or resumes the account. None of their data is
 * deleted.
 * @returns what to print. Throws `CommandFailed`, and changes nothing.
 */
export async function manageResidents(
  parts: Pick<Parts, 'pool' | 'ended'>,
  [action, email, ...more]: readonly string[],
): Promise<string> {
  if ((action !== 'suspend' && action !== 'resume') || !email || more.length > 0) throw new CommandFailed(usage);
  const address = normalizeEmail(email);
  const isSuspending = action === 'suspend';
  return transaction(parts.pool, async (tx) => {
    const user = address === null ? null : await lockUserByEmail(tx, address);
    if (!user) throw new CommandFailed(`There is no resident with the address ${email}.`);
    if ((user.suspended_at !== null) === isSuspending)
      return `${user.email} ${isSuspending ? 'was suspended already' : 'was not suspended'}.`;
    await setSuspended(tx, user.id, isSuspending);
    const security = isSuspending ? 'resident suspended' : 'resident resumed';
    await insertSecurityNote(tx, { security, ids: { account: user.id } });
    if (isSuspending) await endSessionsOf(parts, tx, user.id);
    return `${user.email} ${isSuspending ? 'is suspended. All sessions ended' : 'may sign in again'}.`;
  });
}
