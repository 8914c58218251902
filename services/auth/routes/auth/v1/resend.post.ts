import type { Handler } from '@tma/kit';
import type { Auth } from '../../../context.ts';
import { validationFailed } from '../../../errors.ts';
import { mailOnRequest } from '../../../links/mail-on-request.ts';
import type { UserRow } from '../../../stores/users.store.ts';

/** The links that can be mailed again, and whether an account still waits for one. */
const resendable = {
  signup: (user: UserRow) => user.email_confirmed_at === null,
  email_change: (user: UserRow) => user.new_email !== null,
};

/**
 * Mails the link of a sign-up or of a new address again (GoTrue, POST /resend).
 * Throws 400 `validation_failed` for another type or without an address, and what `mailOnRequest` throws.
 */
export const resend =
  (auth: Auth): Handler<'resend'> =>
  async ({ body: { type, email }, query }) => {
    if (type !== 'signup' && type !== 'email_change') {
      throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
    }
    if (!email) throw validationFailed('Type provided requires an email address');
    await mailOnRequest(auth, { kind: type, email, redirectTo: query.redirect_to, isDue: resendable[type] });
    return {};
  };
