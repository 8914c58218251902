import { type Role, roles } from '@tma/contracts/roles';
import { claimsOf } from '@tma/web/session/token-claims';

/** The claims of an administrator's token that the pages show. */
interface AdminClaims {
  tehsil: string;
  /** Empty where the token has none. */
  email: string;
  /** Seconds since 1970; infinite when the token has no expiry. */
  expires: number;
  /** A second factor has to be set up before anything else: /adminAccount. */
  enrol: boolean;
  /** What they are in their office; a token of before there were roles is of a head. */
  role: Role;
}

/** The claims of a JWT, or null when it is not one of an administrator. */
export function readAdminToken(token: string): AdminClaims | null {
  const { Tehsil, email, exp = Number.POSITIVE_INFINITY, enrol, role } = claimsOf(token) ?? {};
  if (typeof Tehsil !== 'string' || typeof exp !== 'number') return null;
  return {
    tehsil: Tehsil,
    email: typeof email === 'string' ? email : '',
    expires: exp,
    enrol: enrol === true,
    role: roles.find((one) => one === role) ?? 'head',
  };
}

export interface AdminSession extends AdminClaims {
  token: string;
  /** They were given `role` since they signed in: the token says another. */
  hasNewRole?: boolean;
}

/** The session of the first token that can be decoded and has not expired at `now` (milliseconds since 1970). */
export function firstSession(tokens: readonly (string | null)[], now: number): AdminSession | null {
  for (const token of tokens) {
    const claims = token === null ? null : readAdminToken(token);
    if (token !== null && claims !== null && claims.expires * 1000 > now) return { token, ...claims };
  }
  return null;
}
