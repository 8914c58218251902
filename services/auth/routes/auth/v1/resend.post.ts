import { type Handler, pause, type Tx, transaction } from '@tma/kit';
import type { Auth } from '../context.ts';
import { demandEmail } from '../emails.ts';
import { mailLink } from '../links.ts';
import { redirectTarget } from '../redirects.ts';
import { validationFailed } from '../refusals.ts';
import { holdByEmail } from '../store/users.store.ts';

/** No answer comes sooner, so that its time does not tell whether there was a mail to be asked for. */
const leastMs = 60;

const quietly = (auth: Auth, work: (tx: Tx) => Promise<unknown>) =>
  Promise.all([pause(leastMs), transaction(auth.pool, work)]);

/** Asks for the mail with which a password is set anew, also for an account that waits for its confirmation. */
export const recover =
  (auth: Auth): Handler<'recover'> =>
  async ({ body, query }) => {
    if (!body.email) throw validationFailed('Password recovery requires an email');
    const email = demandEmail(body.email);
    await auth.limits.mails.count(email);
    await quietly(auth, async (tx) => {
      const user = await holdByEmail(tx, email);
      if (user) await mailLink(auth.config, tx, user, 'recovery', redirectTarget(query.redirect_to, auth.config));
    });
    return {};
  };

/** Asks for a link again: that of a sign-up, or that of a new address. */
export const resend =
  (auth: Auth): Handler<'resend'> =>
  async ({ body, query }) => {
    const { type } = body;
    if (type !== 'signup' && type !== 'email_change') {
      throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
    }
    if (!body.email) throw validationFailed('Type provided requires an email address');
    const email = demandEmail(body.email);
    await auth.limits.mails.count(email);
    await quietly(auth, async (tx) => {
      const user = await holdByEmail(tx, email);
      const awaited = type === 'signup' ? !user?.email_confirmed_at : user?.new_email;
      if (user && awaited) await mailLink(auth.config, tx, user, type, redirectTarget(query.redirect_to, auth.config));
    });
    return {};
  };
