import type { Handler } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { mailLink } from '../credentials/mail-link.ts';
import { redirectTarget } from '../credentials/redirects.ts';
import { validationFailed } from '../person/errors.ts';
import { mailOnRequest } from './mail-on-request.ts';

/**
 * Requests the mail that leads to a new password (GoTrue, POST /recover), also for an account that is not confirmed yet.
 * Throws 400 `validation_failed` without an address, and what `mailOnRequest` throws.
 */
export const recover =
  (auth: Auth): Handler<'recover'> =>
  async ({ body: { email }, query }, { ip }) => {
    if (!email) throw validationFailed('Password recovery requires an email');
    const redirect = redirectTarget(query.redirect_to, auth.config);
    await mailOnRequest(auth, {
      kind: 'recovery',
      email,
      ip,
      mail: (tx, user) => mailLink(auth, tx, user, 'recovery', redirect),
    });
    return {};
  };
