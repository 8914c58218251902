import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { sharedRead } from '../shared-read.ts';

/** The public keys could not be fetched, so no token can be checked. */
class KeysUnavailable extends Error {}

/**
 * How old the known keys may be, in milliseconds: for that long tokens of a retired key are accepted here. While auth
 * does not answer, known keys are used for ten minutes.
 */
const maxAgeMs = 3000;
const maxAgeUnansweredMs = 600_000;

/**
 * The public keys of the auth service. They are fetched when a token is checked and they are older than 3 s, and when a token names
 * an unknown key, but then once in 2 s at most. Throws `KeysUnavailable` when they could not be fetched for ten minutes; each try
 * takes 2 s at most.
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
    // Keys that were never fetched, or are too old to use, are fetched by `keys` itself.
    if (keys.fresh) {
      const asked = ask();
      // If auth did not answer, later callers do not wait for it each time.
      if (answered) await asked;
    }
    return keys(header, token);
  };
}

/** The body is read here, because jose's errors for a bad answer have the same class as those for bad tokens. */
async function fetchKeys(url: string, options: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, options);
    if (response.status !== 200) throw new Error(`HTTP status ${response.status}`);
    return Response.json(await response.json());
  } catch (error) {
    throw new KeysUnavailable('The keys to check tokens with cannot be fetched', { cause: error });
  }
}
