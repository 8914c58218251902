import { type Handler, networkOf, type Tx, transaction } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { mailLink, mailNewAddress } from '../credentials/mailed-links/mails.ts';
import { redirectTarget } from '../credentials/mailed-links/redirects.ts';
import { withMinimumTime } from '../credentials/minimum-time.ts';
import { requireEmail } from '../person/email-address.ts';
import { validationFailed } from '../person/errors.ts';
import { lockUserByEmail, type UserRow } from '../person/users.store.ts';

/**
 * Requests the mail that leads to a new password (GoTrue, POST /recover), also for an account that is not confirmed yet.
 * Throws 400 `validation_failed` without an address, and what `mailOnRequest` throws.
 */
export const recover =
  (auth: Auth): Handler<'recover'> =>
  async ({ body: { email }, query }, { ip }) => {
    if (!email) throw validationFailed('Password recovery requires an email');
    const redirect = redirectTarget(query.redirect_to, auth.config);
    await mailOnRequest(auth, ip, 'recovery', email, (tx, user) => mailLink(auth, tx, user, 'recovery', redirect));
    return {};
  };

/** The links that can be mailed again, each if the account still waits for it. */
const resendable = {
  signup: { kind: 'resend-sign-up', mail: confirmAgain },
  email_change: { kind: 'resend-email-change', mail: confirmNewAddressAgain },
} as const;

/**
 * Mails the link of a sign-up or of a new address again (GoTrue, POST /resend).
 * Throws 400 `validation_failed` for another type or without an address, and what `mailOnRequest` throws.
 */
export const resend =
  (auth: Auth): Handler<'resend'> =>
  async ({ body: { type, email }, query }, { ip }) => {
    if (type !== 'signup' && type !== 'email_change') {
      throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
    }
    if (!email) throw validationFailed('Type provided requires an email address');
    const redirect = redirectTarget(query.redirect_to, auth.config);
    const { kind, mail } = resendable[type];
    await mailOnRequest(auth, ip, kind, email, (tx, user) => mail(auth, tx, user, redirect));
    return {};
  };

async function confirmAgain(auth: Auth, tx: Tx, user: UserRow, redirect: URL) {
  if (!user.email_confirmed_at) await mailLink(auth, tx, user, 'signup', redirect);
}

/**
 * The new address gets no more mails than its limit allows, whoever asks for them. The caller is not told when the limit is
 * reached.
 */
async function confirmNewAddressAgain(auth: Auth, tx: Tx, user: UserRow, redirect: URL) {
  const { new_email: address } = user;
  if (address === null || !(await auth.limits.mails.take('resent-email-change', address))) return;
  await mailNewAddress(auth, tx, user, address, redirect);
}

/**
 * Requests a mail with a link for anyone who gives an address. The caller does not learn whether there is an account.
 * Throws 400 `validation_failed` for what is no address, 429 after too many requests from an IP or for that address.
 * @param email as the caller gave it
 * @param mail requests the mail for the account of that address, if it can use one now
 */
async function mailOnRequest(
  { pool, limits }: Auth,
  ip: string,
  kind: 'recovery' | 'resend-sign-up' | 'resend-email-change',
  email: string,
  mail: (tx: Tx, user: UserRow) => Promise<unknown>,
): Promise<void> {
  const address = requireEmail(email);
  await limits.recoveries.count(networkOf(ip));
  await limits.mails.count(kind, address);
  const request = transaction(pool, async (tx) => {
    const user = await lockUserByEmail(tx, address);
    if (user) await mail(tx, user);
  });
  await withMinimumTime(request);
}
