import { type Handler, HttpError } from '@tma/kit';
import type { Auth } from '../context.ts';
import { demandEmail } from '../emails.ts';
import { weaknessOf } from '../passwords.ts';
import { emptyProfile } from '../profiles.ts';
import { redirectTarget } from '../redirects.ts';
import { userExists, validationFailed, weakPassword } from '../refusals.ts';
import { register, tellOwner } from '../registration.ts';
import { findByEmail } from '../store/users.store.ts';
import { knownTehsil } from '../tehsils.ts';
import { toUser } from '../users.ts';

export const signUp =
  (auth: Auth): Handler<'signUp'> =>
  async ({ body, query }, request) => {
    if (!body.email) throw new HttpError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
    if (!body.password) throw validationFailed('Signup requires a valid password');
    const weakness = weaknessOf(body.password, body.email);
    if (weakness) throw weakPassword(weakness);
    const email = demandEmail(body.email);
    const profile = { ...emptyProfile, ...body.data };
    profile.tehsil = await knownTehsil(auth.pool, profile.tehsil, 'validation_failed');

    await auth.limits.signUps.count(request.ip);
    if ((await findByEmail(auth.pool, email))?.email_confirmed_at) {
      await tellOwner(auth, email);
      throw userExists();
    }
    await auth.limits.mails.count(email);
    const user = await register(auth, {
      email,
      passwordHash: await auth.hashing.hash(body.password),
      profile,
      redirect: redirectTarget(query.redirect_to, auth.config),
    });
    return toUser(user, profile);
  };
