/**
 * Tokens that services sign for each other, with a secret for each kind that the services concerned share: open311
 * signs those in the name of other systems, reports its own. They never leave the portal.
 */
import { lifetimes } from '@tma/contracts';
import { decodeProtectedHeader, SignJWT } from 'jose';
import { audiences, type SystemClaims } from './audiences.ts';

export const systemAlgorithm = 'HS256';

/** Whether a token's header says that a service signed it. */
export function isOfSystem(token: string): boolean {
  try {
    return decodeProtectedHeader(token).alg === systemAlgorithm;
  } catch {
    // It is not a token.
    return false;
  }
}

/** @param id of the key that the system has */
export const signSystemToken = (secret: Uint8Array, issuer: string, { id, ...claims }: SystemClaims & { id: string }) =>
  signToken(secret, issuer, 'system', id, claims);

/** A token in the name of the service reports. */
export const signReportsToken = (secret: Uint8Array, issuer: string) =>
  signToken(secret, issuer, 'reports', 'reports', {});

/** The keys that check tokens of each kind; tokens of a kind without a key are not accepted. */
export type ServiceKeys = { readonly [kind in ServiceAudience]?: Uint8Array };
type ServiceAudience = 'system' | 'reports';

const signToken = (secret: Uint8Array, issuer: string, audience: ServiceAudience, id: string, claims: object) =>
  new SignJWT({ ...claims, email: '', session_id: id })
    .setProtectedHeader({ alg: systemAlgorithm })
    .setSubject(id)
    .setIssuer(issuer)
    .setAudience(audiences[audience].aud)
    .setExpirationTime(`${lifetimes.systemToken} s`)
    .sign(secret);
