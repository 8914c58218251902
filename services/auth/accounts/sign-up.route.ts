import { defaultLanguage } from '@tma/contracts';
import { type Handler, HttpError, networkOf, transaction, violates } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import type { Auth } from '../credentials/context.ts';
import { mailLink } from '../credentials/mailed-links/mails.ts';
import { redirectTarget } from '../credentials/mailed-links/redirects.ts';
import { weaknessOf } from '../credentials/passwords/password-rules.ts';
import { requireEmail } from '../person/email-address.ts';
import { userExists, validationFailed, weakPassword } from '../person/errors.ts';
import { newPerson, type PersonFields } from '../person/profile.ts';
import { saveProfile } from '../person/profiles.store.ts';
import { publishProfile } from '../person/publish-profile.ts';
import { requireTehsil } from '../person/tehsil.ts';
import { toUser } from '../person/user.ts';
import { changeUser, findUserByEmail, lockUserByEmail } from '../person/users.store.ts';
import { insertUser } from './accounts.store.ts';
import { notifyOwner } from './notify-owner.ts';

/**
 * Creates a resident's account, which a mailed link has to confirm, and answers with the user, without a session (GoTrue,
 * POST /signup). Signing up again before the confirmation replaces password and profile.
 * Throws 422 `anonymous_provider_disabled`, `weak_password`, `user_already_exists` (its owner gets a mail); 400
 * `validation_failed` for a missing password, a bad address, an unknown tehsil or language; 429 after too many sign-ups from an IP,
 * or mails to the address for that network or in all.
 */
export const signUp =
  (auth: Auth): Handler<'signUp'> =>
  async ({ body, query }, request) => {
    if (!body.email) throw new HttpError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
    if (!body.password) throw validationFailed('Signup requires a valid password');
    const weakness = weaknessOf(body.password, body.email);
    if (weakness) throw weakPassword(weakness);
    const email = requireEmail(body.email);
    const profile = { ...newPerson, ...body.data, language: body.data?.language ?? defaultLanguage };
    profile.tehsil = await requireTehsil(auth.pool, profile.tehsil, 'validation_failed');

    const network = networkOf(request.ip);
    await auth.limits.signUps.count(network);
    if ((await findUserByEmail(auth.pool, email))?.email_confirmed_at) {
      await transaction(auth.pool, (tx) => notifyOwner(tx, email));
      throw userExists();
    }
    // Before the mails are counted: if too many passwords are being hashed this is refused, and no mail is sent.
    const passwordHash = await auth.hashing.hash(body.password);
    // In this order: requests of one network that are refused are not counted against the address.
    await auth.limits.signUpMails.count(email, network);
    await auth.limits.signUpMailsInAll.count(email);
    const redirect = redirectTarget(query.redirect_to, auth.config);
    return toUser(await register(auth, email, passwordHash, profile, redirect), profile);
  };

/**
 * Creates an account, or replaces password and profile of an unconfirmed one, and requests the mail that confirms it. Throws 422
 * `user_already_exists` for a confirmed one.
 */
async function register(auth: Auth, email: string, passwordHash: string, profile: PersonFields, redirect: URL) {
  const attempt = () =>
    transaction(auth.pool, async (tx) => {
      const unconfirmed = await lockUserByEmail(tx, email);
      if (unconfirmed?.email_confirmed_at) throw userExists();
      const user = unconfirmed
        ? await changeUser(tx, unconfirmed.id, { password_hash: passwordHash })
        : await insertUser(tx, uuid(), email, passwordHash);
      const saved = { ...profile, id: user.id };
      await publishProfile(tx, saved, await saveProfile(tx, saved));
      return mailLink(auth, tx, user, 'signup', redirect);
    });
  try {
    return await attempt();
  } catch (error) {
    // Another sign-up with this address was faster; the second attempt finds its account.
    if (violates(error, 'users_email_key')) return attempt();
    throw error;
  }
}
