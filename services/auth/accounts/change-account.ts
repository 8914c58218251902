import { appendEvent, HttpError, type Tx, transaction } from '@tma/kit';
import type { Auth } from '../context.ts';
import { emailExists, sessionNotFound, weakPassword } from '../errors.ts';
import { mailLink } from '../links/mail-link.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { deleteUnusedLinks } from '../stores/links.store.ts';
import { lockProfile, saveProfile } from '../stores/profiles.store.ts';
import { changeUser, findUserByEmail, lockUserBySession, type UserRow } from '../stores/users.store.ts';
import { requireTehsil } from '../tehsils.ts';
import { requireEmail } from './email-address.ts';
import { weaknessOf } from './password-rules.ts';
import { emptyProfile, type ProfileFields } from './profile.ts';

/** What a caller wants to change; what is absent stays. */
interface Wish {
  data?: Partial<ProfileFields> | null;
  email?: string | null;
  password?: string | null;
}

/** The same, checked and ready to be written. */
interface Change {
  data?: Partial<ProfileFields>;
  email?: string;
  passwordHash?: string;
}

/**
 * Checks a change, without writing. Throws 400 `validation_failed` for a bad address or an unknown tehsil; 422
 * `weak_password`, `same_password`, `email_exists`; 429 after too many mails to the new address.
 */
export async function checkChange(auth: Auth, account: UserRow, { data, email, password }: Wish): Promise<Change> {
  return {
    data: data ? await checkData(auth, data) : undefined,
    email: email ? await checkEmail(auth, account, email) : undefined,
    passwordHash: typeof password === 'string' ? await checkPassword(auth, account, password) : undefined,
  };
}

async function checkData({ pool }: Auth, data: Partial<ProfileFields>): Promise<Partial<ProfileFields>> {
  if (data.tehsil === undefined) return data;
  return { ...data, tehsil: await requireTehsil(pool, data.tehsil, 'validation_failed') };
}

async function checkEmail(auth: Auth, account: UserRow, given: string): Promise<string | undefined> {
  const email = requireEmail(given);
  if (email === account.email) return undefined;
  if (await findUserByEmail(auth.pool, email)) throw emailExists();
  await auth.limits.mails.count(email);
  return email;
}

/** @returns the hash of the new password */
async function checkPassword(auth: Auth, account: UserRow, password: string): Promise<string> {
  const weakness = weaknessOf(password, account.email);
  if (weakness) throw weakPassword(weakness);
  if (await auth.hashing.matches(password, account.password_hash)) {
    throw new HttpError(422, 'same_password', 'New password should be different from the old password.');
  }
  return auth.hashing.hash(password);
}

/**
 * Writes a checked change. Throws 403 `session_not_found` when the session ended or the password changed in the meantime.
 * @param account as it was when the change was checked
 * @param redirect where the link that confirms a new address redirects to
 * @returns the changed account
 */
export function changeAccount(
  auth: Auth,
  { account, sessionId, change, redirect }: { account: UserRow; sessionId: string; change: Change; redirect: URL },
): Promise<UserRow> {
  return transaction(auth.pool, async (tx) => {
    let user = await lockUserBySession(tx, sessionId);
    if (user?.password_hash !== account.password_hash) throw sessionNotFound();
    if (change.passwordHash) user = await writePassword(auth, tx, user, change.passwordHash, sessionId);
    if (change.data) user = await writeProfile(tx, user, change.data);
    if (change.email) {
      user = await changeUser(tx, user.id, { new_email: change.email });
      user = await mailLink(auth.config, tx, user, 'email_change', redirect);
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

async function writeProfile(tx: Tx, { id }: UserRow, data: Partial<ProfileFields>) {
  const profile = { ...emptyProfile, ...(await lockProfile(tx, id)), ...data, id };
  const version = await saveProfile(tx, id, profile);
  await appendEvent(tx, 'ProfileSaved', id, { ...profile, version });
  return changeUser(tx, id, {});
}
