/**
 * Tokens that services sign themselves, with a secret for each kind, which those share whom it is about: open311 signs those of other
 * systems, reports its own. Nobody has one outside.
 */
import { lifetimes } from '@tma/contracts';
import { decodeProtectedHeader, SignJWT } from 'jose';
import { audiences, type SystemClaims } from './audiences.ts';

export const systemAlgorithm = 'HS256';

/** Whether a token says that it is signed so. */
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
  signToken({ secret, issuer, audience: 'system', id }, claims);

/** A token of the service reports itself. */
export const signReportsToken = (secret: Uint8Array, issuer: string) =>
  signToken({ secret, issuer, audience: 'reports', id: 'reports' }, {});

/** With what the tokens of each kind are checked; those of a kind without a key are not accepted. */
export type ServiceKeys = { readonly [kind in ServiceAudience]?: Uint8Array };
type ServiceAudience = 'system' | 'reports';

interface Signing {
  secret: Uint8Array;
  issuer: string;
  audience: ServiceAudience;
  id: string;
}

const signToken = ({ secret, issuer, audience, id }: Signing, claims: object) =>
  new SignJWT({ ...claims, email: '', session_id: id })
    .setProtectedHeader({ alg: systemAlgorithm })
    .setSubject(id)
    .setIssuer(issuer)
    .setAudience(audiences[audience].aud)
    .setExpirationTime(`${lifetimes.systemToken} s`)
    .sign(secret);
