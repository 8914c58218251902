import { issuerOf } from '@tma/kit';
import type { JWTPayload } from 'jose';
import { type Role, roles } from '../accounts/roles.ts';
import type { Auth } from '../context.ts';

/** Whom an access token is for; `claims` are those that only the account's role has. */
interface Bearer {
  id: string;
  email: string;
  sessionId: string;
  claims: JWTPayload;
}

/**
 * Signs an access token (JWT, RFC 7519) that is valid from now on for the time that its role has.
 * @returns the token, and when it expires in seconds since 1970
 */
export async function signAccessToken({ keys, config }: Auth, role: Role, bearer: Bearer) {
  const { audience, tokenSeconds } = roles[role];
  const iat = Math.floor(Date.now() / 1000);
  const expiresAt = iat + tokenSeconds;
  const token = await keys.sign({
    iss: issuerOf(config),
    sub: bearer.id,
    aud: audience,
    email: bearer.email,
    session_id: bearer.sessionId,
    iat,
    exp: expiresAt,
    ...bearer.claims,
  });
  return { token, expiresIn: tokenSeconds, expiresAt };
}
