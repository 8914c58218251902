/** Tokens of other systems: open311 signs them, with a secret that it shares with who it calls; nobody has one outside. */
import { lifetimes } from '@tma/contracts';
import { decodeProtectedHeader, SignJWT } from 'jose';
import { audiences, type SystemClaims } from './audiences.ts';

export const systemAlgorithm = 'HS256';

/** Whether a token says that it is signed as those of other systems are. */
export function isOfSystem(token: string): boolean {
  try {
    return decodeProtectedHeader(token).alg === systemAlgorithm;
  } catch {
    // No token at all: nobody's.
    return false;
  }
}

/** @param id of the key that the system has */
export const signSystemToken = (secret: Uint8Array, issuer: string, { id, ...claims }: SystemClaims & { id: string }) =>
  new SignJWT({ ...claims, email: '', session_id: id })
    .setProtectedHeader({ alg: systemAlgorithm })
    .setSubject(id)
    .setIssuer(issuer)
    .setAudience(audiences.system.aud)
    .setExpirationTime(`${lifetimes.systemToken} s`)
    .sign(secret);
