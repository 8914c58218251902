import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { sharedRead } from '../shared-read.ts';

/** The public keys could not be fetched, so that no token can be checked. */
class KeysUnavailable extends Error {}

/**
 * How old what is known of the keys may be, in milliseconds: so long the tokens of a key that was ended count here. While auth
 * does not answer, what is known counts for ten minutes.
 */
const maxAgeMs = 3000;
const maxAgeUnansweredMs = 600_000;

/**
 * The public keys of the auth service, fetched when a token is checked and they are older than 3 s, and when a token names a
 * key that is not among them, but for that not twice in 2 s. What cannot be fetched within 2 s throws `KeysUnavailable`, if it
 * could not for ten minutes.
 * @param url of the JSON Web Key Set (RFC 7517)
 */
export function fetchedKeys(url: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url), {
    timeoutDuration: 2000,
    cooldownDuration: 2000,
    cacheMaxAge: maxAgeUnansweredMs,
    [customFetch]: fetchKeys,
  });
  let answered = true;
  const ask = sharedRead(async () => {
    answered = await keys.reload().then(
      () => true,
      () => false,
    );
  }, maxAgeMs);

  return async (header, token) => {
    // What was never fetched, or is too old to count, `keys` fetches by itself.
    if (keys.fresh) {
      const asked = ask();
      // Where auth did not answer, nobody waits again and again until it does.
      if (answered) await asked;
    }
    return keys(header, token);
  };
}

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
