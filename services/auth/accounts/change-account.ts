import { type Tx, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { inLeastTime } from '../credentials/least-time.ts';
import { deleteUnusedLinks } from '../credentials/links.store.ts';
import { mailNewAddress, publishChange } from '../credentials/mails.ts';
import { endSessionsOf } from '../credentials/session.ts';
import { sessionNotFound } from '../person/errors.ts';
import { newPerson, type PersonFields } from '../person/profile.ts';
import { lockProfile } from '../person/profiles.store.ts';
import { saveIfChanged } from '../person/save-profile.ts';
import { changeUser, lockUserBySession, type UserRow } from '../person/users.store.ts';
import { lockBothUsers } from './accounts.store.ts';
import type { Change } from './check-change.ts';
import { notifyOwner } from './notify-owner.ts';

interface CheckedChange {
  /** As it was when the change was checked. */
  account: UserRow;
  sessionId: string;
  change: Change;
  /** Where the link that confirms a new address redirects to. */
  redirect: URL;
}

/**
 * Writes a checked change. With a new address it takes as long whether that has an account or not.
 * Throws 403 `session_not_found` when the session ended or the password changed in the meantime.
 * @returns the changed account
 */
export function changeAccount(auth: Auth, checked: CheckedChange): Promise<UserRow> {
  const { email } = checked.change;
  return email ? inLeastTime(write(auth, checked)) : write(auth, checked);
}

async function write(auth: Auth, { account, sessionId, change, redirect }: CheckedChange): Promise<UserRow> {
  // Whoever changes it again and again is not to fill the mailbox.
  const isMailed =
    change.passwordHash !== undefined && (await auth.limits.mails.take('password-changed', account.email));
  return transaction(auth.pool, async (tx) => {
    if (change.email) await lockBothUsers(tx, sessionId, change.email);
    let user = await lockUserBySession(tx, sessionId);
    if (user?.password_hash !== account.password_hash) throw sessionNotFound();
    if (change.passwordHash) user = await writePassword(auth, tx, user, change.passwordHash, sessionId);
    if (isMailed) await publishChange(tx, user, 'password');
    if (change.data) user = await writeProfile(tx, user, change.data);
    if (change.email) {
      await publishChange(tx, user, 'email-requested');
      user = await changeUser(tx, user.id, { new_email: change.email });
      user = await mailNewAddress(auth, tx, user, change.email, redirect);
      await notifyOwner(tx, change.email, 'email-change');
    }
    return user;
  });
}

/** Whoever had access to the account before loses it: other sessions, mailed links and a pending new address end. */
async function writePassword(auth: Auth, tx: Tx, { id }: UserRow, passwordHash: string, sessionId: string) {
  const user = await changeUser(tx, id, { password_hash: passwordHash, new_email: null });
  await deleteUnusedLinks(tx, id, ['recovery', 'email_change']);
  await endSessionsOf(auth, tx, id, { except: sessionId });
  return user;
}

async function writeProfile(tx: Tx, user: UserRow, data: Partial<PersonFields>) {
  const { id } = user;
  const known = await lockProfile(tx, id);
  const profile = { ...newPerson, ...known, ...data, id };
  return (await saveIfChanged(tx, known, profile)) ? changeUser(tx, id, {}) : user;
}
