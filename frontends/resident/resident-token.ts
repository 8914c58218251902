import { ApiError } from '@tma/web/api/api-error';
import { type CallOptions, call } from '@tma/web/api/call';
import type { Answer, Call } from '@tma/web/api/operation-types';
import { unlessUnreachable } from '@tma/web/offline/connection';
import { isUnanswered } from '@tma/web/session/auth-errors';
import { auth, renewTokens, storedSession } from '@tma/web/session/resident-session';

/** How long a renewal may take before it is asked whether the portal is there at all, in milliseconds. */
const timeout = 2000;

/**
 * The resident's token for a call, renewed when it is about to expire. Throws an `ApiError`: a 401 when nobody is signed
 * in, status 0 when it has to be renewed and that fails. The latter does not end the session. Where the portal cannot be
 * reached it is the token as it is: it names the person whose answers were last seen.
 */
export const residentToken = (): Promise<string> =>
  unlessUnreachable(currentToken(), async () => storedSession()?.access_token, timeout);

/** Calls an operation in the resident's name. Throws like `residentToken` and `call`. */
export const callAsResident = async <C extends Call>(name: C, options: CallOptions<C> = {}): Promise<Answer<C>> =>
  call(name, { ...options, token: await residentToken() });

async function currentToken(): Promise<string> {
  const { data, error } = await auth.getSession();
  if (data.session) return data.session.access_token;
  if (isUnanswered(error)) throw new ApiError(0, 'unreachable', '');
  throw new ApiError(401, 'no_session', '');
}

/**
 * The token of that person and nobody else, for what was written under their name. Where the server has `refused` one, it is
 * renewed first. Throws like `residentToken`.
 */
export async function tokenOf(userId: string, refused?: string): Promise<string> {
  const { data, error } = await auth.getSession();
  if (isUnanswered(error)) throw new ApiError(0, 'unreachable', '');
  if (data.session?.user.id !== userId) throw new ApiError(401, 'no_session', '');
  if (data.session.access_token !== refused) return data.session.access_token;
  const renewed = await renewTokens();
  if (isUnanswered(renewed.error)) throw new ApiError(0, 'unreachable', '');
  if (renewed.session && renewed.session.user.id !== userId) throw new ApiError(401, 'no_session', '');
  return renewed.session?.access_token ?? refused;
}
