import type { ErrorForm } from '@tma/contracts';
import { HttpError } from '../http/http-error.ts';

/** Why a caller's token is not accepted: there is none, it does not verify, its session has ended, it is another role's. */
type Reason = 'missing' | 'bad' | 'ended' | 'audience';

const refusals: Record<ErrorForm, Record<Reason, [status: number, code: string, message: string]>> = {
  problem: {
    missing: [401, 'unauthorized', 'Authentication required. Please sign in again.'],
    bad: [401, 'bad_token', 'This token is not valid or has expired. Please sign in again.'],
    ended: [401, 'session_ended', 'This session has ended. Please sign in again.'],
    audience: [403, 'forbidden', 'This account may not do that.'],
  },
  gotrue: {
    missing: [401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
    bad: [403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature'],
    ended: [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'],
    audience: [403, 'bad_jwt', 'invalid JWT: token has another audience'],
  },
  postgrest: {
    missing: [401, 'PGRST301', 'A signed-in session is needed'],
    bad: [401, 'PGRST301', 'JWT invalid or expired'],
    ended: [401, 'PGRST301', 'JWT belongs to a session that has ended'],
    audience: [403, '42501', 'permission denied for this role'],
  },
};

/** The error to throw, with the codes and messages that clients of the form know. */
export function tokenError(form: ErrorForm, reason: Reason): HttpError {
  const [status, code, message] = refusals[form][reason];
  return new HttpError(status, code, message, status === 401 ? { headers: { 'www-authenticate': 'Bearer' } } : {});
}
