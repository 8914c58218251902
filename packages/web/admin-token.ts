/** What an administrator's token says, read without proof: the server checks it, the page only shows it. */
export interface AdminClaims {
  tehsil: string;
  /** Seconds since 1970. */
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
    const { Tehsil, exp } = claims as Record<string, unknown>;
    return typeof Tehsil === 'string' && typeof exp === 'number' ? { tehsil: Tehsil, expires: exp } : null;
  } catch {
    return null;
  }
}
