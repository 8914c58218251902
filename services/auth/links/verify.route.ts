import type { LinkKind } from '@tma/contracts';
import { afterCommit, type Handler, type Tx, transaction, violates } from '@tma/kit';
import type { FastifyReply } from 'fastify';
import { browserOf } from '../credentials/browser/browser.ts';
import type { Auth } from '../credentials/context.ts';
import { deleteUnusedLinks } from '../credentials/mailed-links/links.store.ts';
import { publishChange } from '../credentials/mailed-links/mails.ts';
import { redirectTarget, withError } from '../credentials/mailed-links/redirects.ts';
import { logSecurityEvent } from '../credentials/security-log/security-log.ts';
import { startSession } from '../credentials/session/session.ts';
import { emailExists, otpExpired, validationFailed } from '../person/errors.ts';
import { publishAddress } from '../person/publish-profile.ts';
import { changeUser, type UserRow } from '../person/users.store.ts';
import { lockLink, lockUserByLink, markLinkUsed } from './follow-link.store.ts';

const followed = ['signup', 'email_change'] as const;
const exchanged = [...followed, 'recovery'] as const;

/**
 * Follows a mailed link: confirms and redirects, with an error in the fragment when the link is invalid. It signs nobody
 * in, and following it again does no harm, because mail scanners follow links too.
 */
export const followVerification =
  (auth: Auth): Handler<'followVerification'> =>
  async ({ query: { token, type, redirect_to: wanted } }, _request, reply) => {
    const target = redirectTarget(wanted, auth.config);
    const kind = followed.find((one) => one === type);
    if (!token || !kind) return redirect(reply, withError(target, otpExpired()));
    try {
      const user = await transaction(auth.pool, (tx) => followLink(auth, tx, kind, token, { isRepeatable: true }));
      if (!user) return redirect(reply, withError(target, otpExpired()));
      return redirect(reply, target.href);
    } catch (error) {
      if (!violates(error, 'users_email_key')) throw error;
      return redirect(reply, withError(target, emailExists()));
    }
  };

const redirect = (reply: FastifyReply, location: string) =>
  reply.code(303).headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send();

/**
 * Exchanges a mailed token for a session, once (GoTrue, POST /verify).
 * Throws 403 `otp_expired`, 422 `email_exists` when the new address was taken meanwhile, 400 `validation_failed`.
 */
export const verify =
  (auth: Auth): Handler<'verify'> =>
  async ({ body: { type, token_hash: token } }, request, reply) => {
    const kind = exchanged.find((one) => one === type);
    if (!kind) throw validationFailed('Verify requires a verification type');
    if (!token) throw validationFailed('Verify requires a token or a token hash');
    // Before the transaction: reading the keys needs another connection, and all may be in transactions that wait for
    // one.
    await auth.keys.ready();
    try {
      const session = await transaction(auth.pool, async (tx) => {
        const user = await followLink(auth, tx, kind, token);
        if (!user) throw otpExpired();
        const changed = await changeUser(tx, user.id, { last_sign_in_at: 'now' });
        return startSession(auth, tx, changed, browserOf(request.headers['user-agent']));
      });
      const account = session.user.id;
      logSecurityEvent(request.log, 'signed in', { account, by: kind });
      reply.header('set-cookie', auth.devices.cookieFor({ audience: 'resident', id: account }));
      return session;
    } catch (error) {
      throw violates(error, 'users_email_key') ? emailExists() : error;
    }
  };

/**
 * Does what a mailed link is for, in the caller's transaction.
 * Throws a violation of `users_email_key` when the new address was taken by another account in the meantime.
 * @param isRepeatable whether following a used link again succeeds, without any effect
 * @returns the account, or null when the link is unknown, replaced, expired or used
 */
async function followLink(
  auth: Pick<Auth, 'linkKeys' | 'hashing' | 'log'>,
  tx: Tx,
  kind: LinkKind,
  token: string,
  { isRepeatable = false } = {},
): Promise<UserRow | null> {
  const id = await auth.linkKeys.idOf(tx, kind, token);
  const user = id && (await lockUserByLink(tx, kind, id));
  const link = user && (await lockLink(tx, kind, id));
  if (!link) return null;
  if (link.usedAt) return isRepeatable ? user : null;
  if (link.expired) return null;
  await markLinkUsed(tx, id);
  if (kind === 'email_change') return takeNewEmail(auth, tx, user);
  if (user.email_confirmed_at) return user;
  // A link of any kind confirms the address, as its bearer has read a mail to it. But whoever asks for a new password
  // need not be the person who signed up, so the password of the sign-up no longer opens the account.
  const password = kind === 'recovery' ? { password_hash: auth.hashing.hashOfNoOne } : {};
  return changeUser(tx, user.id, { email_confirmed_at: 'now', ...password });
}

/** Replaces the address, tells the old one and the services that send mails. Links in the old mailbox end. */
async function takeNewEmail({ log }: Pick<Auth, 'log'>, tx: Tx, user: UserRow): Promise<UserRow | null> {
  if (user.new_email === null) return null;
  afterCommit(tx, async () => logSecurityEvent(log, 'email changed', { account: user.id }));
  await deleteUnusedLinks(tx, user.id, ['signup', 'recovery']);
  await publishChange(tx, user, 'email');
  await publishAddress(tx, user.id, user.new_email);
  return changeUser(tx, user.id, { email: user.new_email, new_email: null, email_confirmed_at: 'now' });
}
