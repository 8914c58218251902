import { fullName } from '@tma/contracts';
import { appendEvent, type Tx, transaction, violates } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Auth } from '../context.ts';
import { userExists } from '../errors.ts';
import { mailLink } from '../links/mail-link.ts';
import { findProfileFields, saveProfile } from '../stores/profiles.store.ts';
import { changeUser, insertUser, lockUserByEmail, recordRepeatedSignUp, type UserRow } from '../stores/users.store.ts';
import type { PersonFields } from './profile.ts';
import { tellProfile } from './tell-profile.ts';

interface Registration {
  /** In lower case. */
  email: string;
  passwordHash: string;
  profile: PersonFields;
  /** Where the confirmation link redirects to. */
  redirect: URL;
}

/**
 * Creates an account that is not confirmed yet and requests the mail that confirms it. For an address whose account is
 * not confirmed yet, password and profile are replaced. Throws 422 `user_already_exists` for a confirmed one.
 */
export async function register(auth: Auth, registration: Registration): Promise<UserRow> {
  const attempt = () => transaction(auth.pool, (tx) => write(auth, tx, registration));
  try {
    return await attempt();
  } catch (error) {
    // Another sign-up with this address was faster; the second attempt finds its account.
    if (violates(error, 'users_email_key')) return attempt();
    throw error;
  }
}

/**
 * Requests a mail to the owner of an address, if it has an account, about somebody else's use of it, at most once a day.
 * @param by how it was used, if not for a sign-up
 */
export async function notifyOwner({ pool }: Auth, email: string, by?: 'email-change'): Promise<void> {
  await transaction(pool, async (tx) => {
    const owner = await recordRepeatedSignUp(tx, email);
    if (!owner) return;
    const { first_name, last_name, language } = await findProfileFields(tx, owner.id);
    const name = fullName(first_name, last_name);
    const { id: userId } = owner;
    await appendEvent(tx, 'SignUpRepeated', userId, { userId, email: owner.email, name, language, by });
  });
}

async function write({ linkKeys }: Auth, tx: Tx, { email, passwordHash, profile, redirect }: Registration) {
  const unconfirmed = await lockUserByEmail(tx, email);
  if (unconfirmed?.email_confirmed_at) throw userExists();
  const user = unconfirmed
    ? await changeUser(tx, unconfirmed.id, { password_hash: passwordHash })
    : await insertUser(tx, uuid(), email, passwordHash);
  const version = await saveProfile(tx, user.id, profile);
  await tellProfile(tx, user.id, profile, version);
  return mailLink({ linkKeys }, tx, user, 'signup', redirect);
}
