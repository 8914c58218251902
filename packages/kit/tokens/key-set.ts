import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';

/** The public keys could not be fetched, so that no token can be checked. */
class KeysUnavailable extends Error {}

/**
 * The public keys of the auth service, fetched when a token is first checked, again after ten minutes, and when a token
 * names a key that is not among them, but not twice in 2 s. What cannot be fetched within 2 s throws `KeysUnavailable`.
 * @param url of the JSON Web Key Set (RFC 7517)
 */
export const fetchedKeys = (url: string): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(url), { timeoutDuration: 2000, cooldownDuration: 2000, [customFetch]: fetchKeys });

/** The body is read here: jose's own errors for a bad answer are of the class that it has for bad tokens. */
async function fetchKeys(url: string, options: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, options);
    if (response.status !== 200) throw new Error(`HTTP status ${response.status}`);
    return Response.json(await response.json());
  } catch (error) {
    throw new KeysUnavailable('The keys to check tokens with cannot be fetched', { cause: error });
  }
}
