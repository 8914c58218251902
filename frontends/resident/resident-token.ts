import { isAuthRetryableFetchError } from '@supabase/auth-js';
import { ApiError } from '@tma/web/api/api-error';
import { auth } from '@tma/web/session/resident-session';

/**
 * The resident's token for a call, renewed when it is about to expire. Throws an `ApiError`: a 401 when nobody is signed
 * in, status 0 when it has to be renewed and the server cannot be reached. The latter does not end the session.
 */
export async function residentToken(): Promise<string> {
  const { data, error } = await auth.getSession();
  if (data.session) return data.session.access_token;
  if (isAuthRetryableFetchError(error)) throw new ApiError(0, 'unreachable', '');
  throw new ApiError(401, 'no_session', '');
}
