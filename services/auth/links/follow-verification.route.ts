import { type Handler, transaction, violates } from '@tma/kit';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../credentials/context.ts';
import { redirectTarget, withError } from '../credentials/redirects.ts';
import { logSecurityEvent } from '../credentials/security-log.ts';
import { emailExists, otpExpired } from '../person/errors.ts';
import { followLink } from './follow-link.ts';

const kinds = ['signup', 'email_change'] as const;

/**
 * Follows a mailed link: confirms and redirects, with an error in the fragment when the link is invalid. It signs nobody
 * in, and following it again does no harm, because mail scanners follow links too.
 */
export const followVerification =
  (auth: Auth): Handler<'followVerification'> =>
  async ({ query: { token, type, redirect_to: wanted } }, request, reply) => {
    const target = redirectTarget(wanted, auth.config);
    const kind = kinds.find((one) => one === type);
    if (!token || !kind) return redirect(reply, withError(target, otpExpired()));
    try {
      const user = await transaction(auth.pool, (tx) => followLink(auth, tx, kind, token, true));
      if (!user) return redirect(reply, withError(target, otpExpired()));
      if (kind === 'email_change') logSecurityEvent(request.log, 'email changed', { account: user.id });
      return redirect(reply, target.href);
    } catch (error) {
      if (!violates(error, 'users_email_key')) throw error;
      return redirect(reply, withError(target, emailExists()));
    }
  };

const redirect = (reply: FastifyReply, location: string) =>
  reply.code(303).headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send();
