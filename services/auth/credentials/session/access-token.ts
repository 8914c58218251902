import { lifetimes } from '@tma/contracts';
import { audiences, type Caller, issuerOf } from '@tma/kit';
import type { JWTPayload } from 'jose';
import type { Auth } from '../context.ts';

/** Whom an access token is for; `claims` are those that only the account's kind has. */
interface Bearer {
  id: string;
  email: string;
  sessionId: string;
  claims: JWTPayload;
}

/**
 * Signs an access token (JWT, RFC 7519) that is valid from now on for the time that its audience has.
 * @returns the token, and when it expires in seconds since 1970
 */
export async function signAccessToken({ keys, config }: Auth, audience: Caller['audience'], bearer: Bearer) {
  const expiresIn = lifetimes.accessToken[audience];
  const iat = Math.floor(Date.now() / 1000);
  const expiresAt = iat + expiresIn;
  const token = await keys.sign({
    iss: issuerOf(config),
    sub: bearer.id,
    aud: audiences[audience].aud,
    email: bearer.email,
    session_id: bearer.sessionId,
    iat,
    exp: expiresAt,
    ...bearer.claims,
  });
  return { token, expiresIn, expiresAt };
}
