/** Who is signed in, by what is stored in the browser: for pages that do not load the clients of the sessions. */
import { type AdminSession, firstSession } from '@tma/web/session/admin-token';
import { deviceStorage } from '@tma/web/session/guarded-storage';

/** Where supabase-js stores the resident's session. */
export const residentKey = () => `sb-${location.hostname.split('.')[0]}-auth-token`;

/** What is stored there, as far as it can be read. */
export function residentStored(): Record<string, unknown> {
  try {
    return Object(JSON.parse(deviceStorage.get(residentKey()) ?? 'null'));
  } catch {
    return {};
  }
}

/** The resident's token, or null where there is none that has not expired: it is not renewed here. */
export function residentTokenStored(): string | null {
  const { access_token, expires_at } = residentStored();
  return typeof access_token === 'string' && Number(expires_at) * 1000 > Date.now() ? access_token : null;
}

/**
 * The time of the portal, by which an administrator's token ends, in milliseconds since 1970: by how much this device's clock is
 * ahead was seen when the token came.
 */
export const adminNow = () => Date.now() - Number(deviceStorage.get('AdminClock') ?? 0);

/** The administrator's session, or null where there is none, or one that is undecodable or expired. */
export const adminSessionStored = (): AdminSession | null =>
  firstSession([deviceStorage.get('Token'), deviceStorage.get('token')], adminNow());
