/** Who is signed in, by what is stored in the browser: for pages that do not load the clients of the sessions. */
import { type AdminSession, firstSession } from '@tma/web/session/admin-token';

/** Where supabase-js stores the resident's session. */
export const residentKey = () => `sb-${location.hostname.split('.')[0]}-auth-token`;

/** What is stored there, as far as it can be read. */
export function residentStored(): Record<string, unknown> {
  try {
    return Object(JSON.parse(localStorage.getItem(residentKey()) ?? 'null'));
  } catch {
    return {};
  }
}

/** The resident's token, or null where there is none that has not expired: it is not renewed here. */
export function residentTokenStored(): string | null {
  const { access_token, expires_at } = residentStored();
  return typeof access_token === 'string' && Number(expires_at) * 1000 > Date.now() ? access_token : null;
}

/** The administrator's session, or null where there is none, or one that is undecodable or expired. */
export const adminSessionStored = (): AdminSession | null =>
  firstSession([localStorage.getItem('Token'), localStorage.getItem('token')], Date.now());
