import { HttpError, networkOf, type Tx, transaction } from '@tma/kit';
import type { Auth } from '../context.ts';
import { sessionNotFound, weakPassword } from '../errors.ts';
import { inLeastTime } from '../links/least-time.ts';
import { mailNewAddress } from '../links/mail-new-address.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { deleteUnusedLinks } from '../stores/links.store.ts';
import { lockProfile } from '../stores/profiles.store.ts';
import { changeUser, lockUserBySession, type UserRow } from '../stores/users.store.ts';
import { requireTehsil } from '../tehsils.ts';
import { requireEmail } from './email-address.ts';
import { weaknessOf } from './password-rules.ts';
import { newPerson, type PersonFields } from './profile.ts';
import { notifyOwner } from './register.ts';
import { saveIfChanged } from './tell-profile.ts';

/** What a caller wants to change; what is absent stays. */
interface Wish {
  data?: Partial<PersonFields> | null;
  email?: string | null;
  password?: string | null;
}

/** The same, checked and ready to be written. */
interface Change {
  data?: Partial<PersonFields>;
  email?: string;
  passwordHash?: string;
}

/**
 * Checks a change, without writing. Throws 400 `validation_failed` for a bad address or an unknown tehsil; 422
 * `weak_password`, `same_password`; 429 after too many new addresses, mails to one, new passwords, or new data.
 * @param ip the caller's
 */
export async function checkChange(
  auth: Auth,
  account: UserRow,
  ip: string,
  { data, email, password }: Wish,
): Promise<Change> {
  return {
    data: data ? await checkData(auth, account, data) : undefined,
    email: email ? await checkEmail(auth, account, email) : undefined,
    passwordHash: typeof password === 'string' ? await checkPassword(auth, account, ip, password) : undefined,
  };
}

async function checkData({ pool, limits }: Auth, { id }: UserRow, data: Partial<PersonFields>) {
  await limits.profiles.count(id);
  if (data.tehsil === undefined) return data;
  return { ...data, tehsil: await requireTehsil(pool, data.tehsil, 'validation_failed') };
}

/** Whether the new address has an account is not looked up here: the caller is not to learn it. */
async function checkEmail({ limits }: Auth, account: UserRow, given: string): Promise<string | undefined> {
  const email = requireEmail(given);
  if (email === account.email) return undefined;
  await limits.emailChanges.count(account.id);
  await limits.mails.count('email-change', email);
  return email;
}

/** @returns the hash of the new password */
async function checkPassword(auth: Auth, account: UserRow, ip: string, password: string): Promise<string> {
  const weakness = weaknessOf(password, account.email);
  if (weakness) throw weakPassword(weakness);
  await auth.limits.rightSignIns.count('resident', account.email, networkOf(ip));
  if (await auth.hashing.matches(password, account.password_hash)) {
    throw new HttpError(422, 'same_password', 'New password should be different from the old password.');
  }
  return auth.hashing.hash(password);
}

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
  return email ? inLeastTime(changeAddress(auth, checked, email)) : write(auth, checked);
}

async function changeAddress(auth: Auth, checked: CheckedChange, email: string): Promise<UserRow> {
  const user = await write(auth, checked);
  // Not in the transaction before: two people who change to each other's address at once would wait for each other.
  await notifyOwner(auth, email, 'email-change');
  return user;
}

function write(auth: Auth, { account, sessionId, change, redirect }: CheckedChange): Promise<UserRow> {
  return transaction(auth.pool, async (tx) => {
    let user = await lockUserBySession(tx, sessionId);
    if (user?.password_hash !== account.password_hash) throw sessionNotFound();
    if (change.passwordHash) user = await writePassword(auth, tx, user, change.passwordHash, sessionId);
    if (change.data) user = await writeProfile(tx, user, change.data);
    if (change.email) {
      user = await changeUser(tx, user.id, { new_email: change.email });
      user = await mailNewAddress(auth, tx, user, change.email, redirect);
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
