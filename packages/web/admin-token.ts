/** What an administrator's token says, read without proof: the server checks it, the page only shows it. */
export interface AdminClaims {
  tehsil: string;
  /** Seconds since 1970; infinite when the token says nothing of it. */
  expires: number;
}

/** The claims of a JWT, or null when it cannot be read. */
export function readAdminToken(token: string): AdminClaims | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof claims !== 'object' || claims === null) return null;
    const { Tehsil, exp = Number.POSITIVE_INFINITY } = claims as Record<string, unknown>;
    return typeof Tehsil === 'string' && typeof exp === 'number' ? { tehsil: Tehsil, expires: exp } : null;
  } catch {
    return null;
  }
}

export interface AdminSession extends AdminClaims {
  token: string;
}

/** The session of the first token that can be read and has not expired at `now` (milliseconds since 1970). */
export function firstSession(tokens: readonly (string | null)[], now: number): AdminSession | null {
  for (const token of tokens) {
    const claims = token === null ? null : readAdminToken(token);
    if (token !== null && claims !== null && claims.expires * 1000 > now) return { token, ...claims };
  }
  return null;
}
