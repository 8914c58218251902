import type { Handler } from '@tma/kit';
import type { Auth } from '../../../context.ts';
import { validationFailed } from '../../../errors.ts';
import { mailLink } from '../../../links/mail-link.ts';
import { mailOnRequest } from '../../../links/mail-on-request.ts';
import { redirectTarget } from '../../../links/redirects.ts';

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
