import { type Handler, type Pool, transaction, violates } from '@tma/kit';
import type { FastifyReply } from 'fastify';
import { audit } from '../audit.ts';
import { followLink } from '../confirmation.ts';
import type { Auth } from '../context.ts';
import type { LinkKind } from '../links.ts';
import { redirectTarget, withError } from '../redirects.ts';
import { emailExists, otpExpired, validationFailed } from '../refusals.ts';
import { beginSession } from '../sessions.ts';
import { changeUser } from '../store/users.store.ts';

const byGet: readonly string[] = ['signup', 'email_change'] satisfies LinkKind[];
const byPost: readonly string[] = ['signup', 'recovery', 'email_change'] satisfies LinkKind[];

/** A link that is followed confirms and redirects. It signs nobody in: mail scanners follow links too. */
export const followVerification =
  ({ pool, config }: Auth): Handler<'followVerification'> =>
  async ({ query: { token, type, redirect_to: wanted } }, request, reply) => {
    const target = redirectTarget(wanted, config);
    if (!token || !type || !byGet.includes(type)) return leadTo(reply, refused(target));
    const outcome = await confirm(pool, type as LinkKind, token);
    if (outcome === 'taken') {
      const { code, message } = emailExists();
      return leadTo(reply, withError(target, code, message));
    }
    if (outcome === 'void') return leadTo(reply, refused(target));
    if (type === 'email_change') audit(request.log, 'email changed', { account: outcome.id });
    return leadTo(reply, target.href);
  };

async function confirm(pool: Pool, kind: LinkKind, token: string) {
  try {
    return (await transaction(pool, (tx) => followLink(tx, kind, token, true))) ?? 'void';
  } catch (error) {
    if (violates(error, 'users_email_key')) return 'taken';
    throw error;
  }
}

function refused(target: URL) {
  const { code, message } = otpExpired();
  return withError(target, code, message);
}

const leadTo = (reply: FastifyReply, location: string) =>
  reply.code(303).headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send();

/** Exchanges a mailed token for a session, once. */
export const verify =
  (auth: Auth): Handler<'verify'> =>
  async ({ body: { type, token_hash: token } }) => {
    if (!type || !byPost.includes(type)) throw validationFailed('Verify requires a verification type');
    if (!token) throw validationFailed('Verify requires a token or a token hash');
    try {
      return await transaction(auth.pool, async (tx) => {
        const user = await followLink(tx, type as LinkKind, token, false);
        if (!user) throw otpExpired();
        return beginSession(auth, tx, await changeUser(tx, user.id, { last_sign_in_at: 'now' }), 'otp');
      });
    } catch (error) {
      throw violates(error, 'users_email_key') ? emailExists() : error;
    }
  };
