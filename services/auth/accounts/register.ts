import { type Tx, transaction, violates } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Auth } from '../credentials/context.ts';
import { mailLink } from '../credentials/mail-link.ts';
import { userExists } from '../person/errors.ts';
import type { PersonFields } from '../person/profile.ts';
import { saveProfile } from '../person/profiles.store.ts';
import { publishProfile } from '../person/save-profile.ts';
import { changeUser, lockUserByEmail, type UserRow } from '../person/users.store.ts';
import { insertUser } from './accounts.store.ts';

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

async function write(auth: Auth, tx: Tx, { email, passwordHash, profile, redirect }: Registration) {
  const unconfirmed = await lockUserByEmail(tx, email);
  if (unconfirmed?.email_confirmed_at) throw userExists();
  const user = unconfirmed
    ? await changeUser(tx, unconfirmed.id, { password_hash: passwordHash })
    : await insertUser(tx, uuid(), email, passwordHash);
  const saved = { ...profile, id: user.id };
  await publishProfile(tx, saved, await saveProfile(tx, saved));
  return mailLink(auth, tx, user, 'signup', redirect);
}
