import type { Session } from '@supabase/auth-js';
import { ApiError, statusOf } from '@tma/web/api/api-error';
import { type CallOptions, call } from '@tma/web/api/call';
import type { Answer, Call } from '@tma/web/api/operation-types';
import { unlessUnreachable } from '@tma/web/offline/connection';
import { isUnanswered } from '@tma/web/session/auth-errors';
import { auth, renewTokens, storedSession } from '@tma/web/session/resident-session';

/** How long a renewal may take before it is asked whether the portal is there at all, in milliseconds. */
const timeout = 2000;

/**
 * The resident's session, its token renewed when it is about to expire. Throws an `ApiError`: a 401 when nobody is signed
 * in, status 0 when it has to be renewed and that fails. The latter does not end the session. Where the portal cannot be
 * reached it is the session as it is: it names the person whose answers were last seen.
 */
const residentSession = (): Promise<Session> =>
  unlessUnreachable(currentSession(), async () => storedSession() ?? undefined, timeout);

/** The resident's token for a call. Throws likewise. */
export const residentToken = async (): Promise<string> => (await residentSession()).access_token;

/**
 * Calls an operation in the resident's name; once more with another token where theirs is refused, as when its key was retired.
 * Throws like `residentToken` and `call`.
 */
export async function callAsResident<C extends Call>(name: C, options: CallOptions<C> = {}): Promise<Answer<C>> {
  const { access_token: token, user } = await residentSession();
  try {
    return await call(name, { ...options, token });
  } catch (error) {
    if (statusOf(error) !== 401) throw error;
    const other = await tokenOf(user.id, token);
    if (other === token) throw error;
    return call(name, { ...options, token: other });
  }
}

async function currentSession(): Promise<Session> {
  const { data, error } = await auth.getSession();
  if (data.session) return data.session;
  if (isUnanswered(error)) throw new ApiError(0, 'unreachable', '');
  throw new ApiError(401, 'no_session', '');
}

/**
 * The token of that person and nobody else, for what was written under their name. Where the server has `refused` one, it is
 * renewed first. Throws like `residentToken`.
 */
export async function tokenOf(userId: string, refused?: string): Promise<string> {
  const session = await currentSession();
  if (session.user.id !== userId) throw new ApiError(401, 'no_session', '');
  if (session.access_token !== refused) return session.access_token;
  const renewed = await renewTokens();
  if (isUnanswered(renewed.error)) throw new ApiError(0, 'unreachable', '');
  if (renewed.session && renewed.session.user.id !== userId) throw new ApiError(401, 'no_session', '');
  return renewed.session?.access_token ?? refused;
}
