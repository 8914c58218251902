import { claimsOf } from '@tma/web/session/token-claims';

/** The claims of an administrator's token that the pages show. */
interface AdminClaims {
  tehsil: string;
  /** Seconds since 1970; infinite when the token has no expiry. */
  expires: number;
}

/** The claims of a JWT, or null when it is not one of an administrator. */
export function readAdminToken(token: string): AdminClaims | null {
  const { Tehsil, exp = Number.POSITIVE_INFINITY } = claimsOf(token) ?? {};
  return typeof Tehsil === 'string' && typeof exp === 'number' ? { tehsil: Tehsil, expires: exp } : null;
}

export interface AdminSession extends AdminClaims {
  token: string;
}

/** The session of the first token that can be decoded and has not expired at `now` (milliseconds since 1970). */
export function firstSession(tokens: readonly (string | null)[], now: number): AdminSession | null {
  for (const token of tokens) {
    const claims = token === null ? null : readAdminToken(token);
    if (token !== null && claims !== null && claims.expires * 1000 > now) return { token, ...claims };
  }
  return null;
}
