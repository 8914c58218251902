import { appendEvent, type Tx, transaction, violates } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Auth } from './context.ts';
import { mailLink } from './links.ts';
import { fullName, type ProfileFields } from './profiles.ts';
import { userExists } from './refusals.ts';
import { profileOf } from './sessions.ts';
import { saveProfile } from './store/profiles.store.ts';
import { changeUser, holdByEmail, insertUser, noteRepeatedSignUp, type UserRow } from './store/users.store.ts';

interface Registration {
  email: string;
  passwordHash: string;
  profile: ProfileFields;
  /** Where the link in the mail leads. */
  redirect: URL;
}

/**
 * Makes an account that waits for its confirmation, and asks for the mail. An account that still waits is made anew.
 * Throws `user_already_exists` for a confirmed one.
 */
export async function register(auth: Auth, registration: Registration): Promise<UserRow> {
  const once = () => transaction(auth.pool, (tx) => write(auth, tx, registration));
  try {
    return await once();
  } catch (error) {
    // Another sign-up of this address was faster; now it is there.
    if (violates(error, 'users_email_key')) return once();
    throw error;
  }
}

/** Tells the owner of a confirmed address that somebody signed up with it, at most once a day. */
export async function tellOwner({ pool }: Auth, email: string): Promise<void> {
  await transaction(pool, async (tx) => {
    const owner = await noteRepeatedSignUp(tx, email);
    if (!owner) return;
    const name = fullName(await profileOf(tx, owner.id));
    await appendEvent(tx, 'SignUpRepeated', owner.id, { userId: owner.id, email: owner.email, name });
  });
}

async function write({ config }: Auth, tx: Tx, { email, passwordHash, profile, redirect }: Registration) {
  const waiting = await holdByEmail(tx, email);
  if (waiting?.email_confirmed_at) throw userExists();
  const user = waiting
    ? await changeUser(tx, waiting.id, { password_hash: passwordHash })
    : await insertUser(tx, uuid(), email, passwordHash);
  await saveProfile(tx, user.id, profile);
  await appendEvent(tx, 'ProfileSaved', user.id, { id: user.id, ...profile });
  return mailLink(config, tx, user, 'signup', redirect);
}
