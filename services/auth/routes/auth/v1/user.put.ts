import { appendEvent, type Handler, HttpError, type Tx, transaction } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import { audit } from '../audit.ts';
import type { Auth } from '../context.ts';
import { demandEmail } from '../emails.ts';
import { mailLink } from '../links.ts';
import { weaknessOf } from '../passwords.ts';
import { emptyProfile, fieldsOf, type ProfileFields } from '../profiles.ts';
import { provePassword } from '../proof.ts';
import { redirectTarget } from '../redirects.ts';
import { currentPasswordInvalid, emailExists, sessionNotFound, weakPassword } from '../refusals.ts';
import { profileOf } from '../sessions.ts';
import { voidLinks } from '../store/links.store.ts';
import { holdProfile, saveProfile } from '../store/profiles.store.ts';
import { deleteSessions } from '../store/sessions.store.ts';
import { changeUser, findByEmail, findBySession, holdBySession, type UserRow } from '../store/users.store.ts';
import { knownTehsil } from '../tehsils.ts';
import { toUser } from '../users.ts';

/** What is to change, checked and ready to be written. */
interface Change {
  passwordHash?: string;
  data?: Partial<ProfileFields>;
  email?: string;
}

export const updateUser =
  (auth: Auth): Handler<'updateUser'> =>
  async ({ caller, body, query }, request) => {
    const account = await findBySession(auth.pool, caller.sessionId);
    if (!account) throw sessionNotFound();
    if (typeof body.current_password === 'string') await demandPassword(auth, request, account, body.current_password);
    const data = body.data ?? undefined;
    if (data?.tehsil !== undefined) data.tehsil = await knownTehsil(auth.pool, data.tehsil, 'validation_failed');
    const change: Change = {
      data,
      email: await newEmail(auth, account, body.email),
      passwordHash: await newPasswordHash(auth, account, body.password),
    };
    const user = await transaction(auth.pool, async (tx) => {
      const held = await holdBySession(tx, caller.sessionId);
      if (held?.password_hash !== account.password_hash) throw sessionNotFound();
      return write(auth, tx, held, change, caller.sessionId, redirectTarget(query.redirect_to, auth.config));
    });
    if (change.passwordHash) audit(request.log, 'password changed', { account: user.id });
    return toUser(user, await profileOf(auth.pool, user.id));
  };

async function demandPassword(auth: Auth, request: FastifyRequest, account: UserRow, password: string) {
  const claim = { realm: 'resident', email: account.email, account, password } as const;
  if (!(await provePassword(auth, request, claim))) throw currentPasswordInvalid();
}

async function newPasswordHash(auth: Auth, account: UserRow, password: string | null | undefined) {
  if (typeof password !== 'string') return undefined;
  const weakness = weaknessOf(password, account.email);
  if (weakness) throw weakPassword(weakness);
  if (await auth.hashing.matches(password, account.password_hash)) {
    throw new HttpError(422, 'same_password', 'New password should be different from the old password.');
  }
  return auth.hashing.hash(password);
}

async function newEmail(auth: Auth, account: UserRow, given: string | null | undefined) {
  if (!given) return undefined;
  const email = demandEmail(given);
  if (email === account.email) return undefined;
  if (await findByEmail(auth.pool, email)) throw emailExists();
  await auth.limits.mails.count(email);
  return email;
}

async function write(
  { config, ended }: Auth,
  tx: Tx,
  account: UserRow,
  change: Change,
  sessionId: string,
  redirect: URL,
) {
  let user = account;
  if (change.passwordHash) {
    // Whoever had the account before keeps nothing of it: no session, no link, no address on its way in.
    user = await changeUser(tx, user.id, { password_hash: change.passwordHash, new_email: null });
    await voidLinks(tx, user.id, ['recovery', 'email_change']);
    await ended.add(await deleteSessions(tx, user.id, { except: sessionId }));
  }
  if (change.data) {
    const profile = fieldsOf({ ...emptyProfile, ...(await holdProfile(tx, user.id)), ...change.data });
    await saveProfile(tx, user.id, profile);
    await appendEvent(tx, 'ProfileSaved', user.id, { id: user.id, ...profile });
    user = await changeUser(tx, user.id, {});
  }
  if (change.email) {
    user = await changeUser(tx, user.id, { new_email: change.email });
    user = await mailLink(config, tx, user, 'email_change', redirect);
  }
  return user;
}
