import { type Pool, seal, transaction, unseal } from '@tma/kit';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  SignJWT,
} from 'jose';
import * as store from './stores/keys.store.ts';

const alg = 'ES256';
/** How long it takes at most to notice a key that another instance created or retired. */
const maxAgeMs = 5000;
/**
 * How long a new key is public before it signs, in seconds: until every instance of this service publishes it (5 s), and every
 * service that checks tokens may ask for it (kit's `fetchedKeys` asks at most every 2 s).
 */
const secondsUntilSigning = 10;
/** A token with an unknown key causes the keys to be read again, but not more often than this. */
const maxAgeForUnknownMs = 2000;

/** The keys that sign tokens. Private keys never leave this service, and leave this file only as signatures. */
export interface SigningKeys {
  /** The public keys of all tokens that may still be valid (RFC 7517). */
  publicSet(): Promise<JSONWebKeySet>;
  /** Finds the public key of a token, for verification. */
  find: JWTVerifyGetKey;
  /** Signs claims with the newest key that is known everywhere. @returns a JWT */
  sign(claims: JWTPayload): Promise<string>;
}

interface KeyRing {
  readAt: number;
  set: JSONWebKeySet;
  find: JWTVerifyGetKey;
  /** The key that signs. */
  kid: string;
  privateKey: CryptoKey | Uint8Array;
}

/**
 * Reads the keys, creating the first one in an empty database.
 * @param secret 32 bytes. Throws when it is not the one that the stored keys were sealed with.
 */
export async function openKeys(pool: Pool, secret: Buffer): Promise<SigningKeys> {
  await transaction(pool, async (tx) => {
    await store.lockKeys(tx);
    if ((await store.findLiveKeys(tx)).length === 0) await store.insertKey(tx, await createKey(secret), 0);
  });
  let ring = await readKeyRing(pool, secret);

  const ringNotOlderThan = async (ms: number) => {
    if (Date.now() - ring.readAt > ms) ring = await readKeyRing(pool, secret);
    return ring;
  };
  return {
    publicSet: async () => (await ringNotOlderThan(maxAgeMs)).set,
    async find(header, token) {
      const known = ring.set.keys.some(({ kid }) => kid === header?.kid);
      const { find } = known ? ring : await ringNotOlderThan(maxAgeForUnknownMs);
      return find(header, token);
    },
    async sign(claims) {
      const { kid, privateKey } = await ringNotOlderThan(maxAgeMs);
      return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey);
    },
  };
}

/**
 * Creates a key that signs once it is known everywhere; until then the older one does. They stay public until their last
 * token expires. @returns its id
 */
export async function rotateKeys(pool: Pool, secret: Buffer): Promise<string> {
  const key = await createKey(secret);
  await transaction(pool, async (tx) => {
    await store.lockKeys(tx);
    await store.retireKeys(tx, secondsUntilSigning);
    await store.insertKey(tx, key, secondsUntilSigning);
  });
  return key.kid;
}

async function createKey(secret: Buffer): Promise<store.StoredKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const sealed = seal(JSON.stringify(await exportJWK(privateKey)), secret, kid);
  return { kid, publicJwk: { ...jwk, kid, alg, use: 'sig', key_ops: ['verify'] }, sealedPrivateJwk: sealed };
}

async function readKeyRing(pool: Pool, secret: Buffer): Promise<KeyRing> {
  const keys = await store.findLiveKeys(pool);
  const signing = keys.find(({ signs }) => signs);
  if (!signing) throw new Error('There is no signing key');
  const set = { keys: keys.map(({ publicJwk }) => publicJwk) };
  return {
    readAt: Date.now(),
    set,
    find: createLocalJWKSet(set),
    kid: signing.kid,
    privateKey: await importJWK(unsealPrivateJwk(signing, secret), alg),
  };
}

function unsealPrivateJwk({ kid, sealedPrivateJwk }: store.StoredKey, secret: Buffer) {
  try {
    return JSON.parse(unseal(sealedPrivateJwk, secret, kid));
  } catch (error) {
    throw new Error('SIGNING_KEY_SECRET does not open the signing keys in the database', { cause: error });
  }
}
