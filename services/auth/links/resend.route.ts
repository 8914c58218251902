import type { Handler, Tx } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { mailLink } from '../credentials/mail-link.ts';
import { mailNewAddress } from '../credentials/mail-new-address.ts';
import { redirectTarget } from '../credentials/redirects.ts';
import { validationFailed } from '../person/errors.ts';
import type { UserRow } from '../person/users.store.ts';
import { mailOnRequest } from './mail-on-request.ts';

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
    await mailOnRequest(auth, { kind, email, ip, mail: (tx, user) => mail(auth, tx, user, redirect) });
    return {};
  };

async function confirmAgain(auth: Auth, tx: Tx, user: UserRow, redirect: URL) {
  if (!user.email_confirmed_at) await mailLink(auth, tx, user, 'signup', redirect);
}

/** The new address gets no more mails than its limit allows, from however many accounts; the caller does not learn of it. */
async function confirmNewAddressAgain(auth: Auth, tx: Tx, user: UserRow, redirect: URL) {
  const { new_email: address } = user;
  if (address === null || !(await auth.limits.mails.take('resent-email-change', address))) return;
  await mailNewAddress(auth, tx, user, address, redirect);
}
