import { ApiError } from '@tma/web/api-error';
import { accessToken } from '@tma/web/session';

/** The resident's token for a call. Throws a 401 `ApiError` when nobody is signed in. */
export async function token(): Promise<string> {
  const found = await accessToken();
  if (found === null) throw new ApiError(401, 'no_session', '');
  return found;
}
