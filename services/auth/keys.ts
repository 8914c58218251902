import { type Pool, transaction } from '@tma/kit';
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
import { seal, unseal } from './sealing.ts';
import * as store from './store/keys.store.ts';

const alg = 'ES256';
/** A key that another instance made or retired is noticed within this time. */
const rereadMs = 5000;
/** A token with a key that nobody knows makes the keys be read again, but not more often than this. */
const rereadAtMostMs = 2000;

/** The keys that tokens are signed with. The private ones leave this service never, and this file only as signatures. */
export interface SigningKeys {
  /** The public keys of all tokens that may still be alive. */
  publicSet(): Promise<JSONWebKeySet>;
  /** Finds the public key of a token, for verifying. */
  find: JWTVerifyGetKey;
  /** Signs claims with the newest key. */
  sign(claims: JWTPayload): Promise<string>;
}

interface Ring {
  readAt: number;
  set: JSONWebKeySet;
  find: JWTVerifyGetKey;
  kid: string;
  privateKey: CryptoKey | Uint8Array;
}

/** Opens the keys, making the first one when there is none yet. @param secret 32 bytes */
export async function openKeys(pool: Pool, secret: Buffer): Promise<SigningKeys> {
  await transaction(pool, async (tx) => {
    await store.lockKeys(tx);
    if ((await store.liveKeys(tx)).length === 0) await store.insertKey(tx, await makeKey(secret));
  });
  let ring = await readRing(pool, secret);

  const fresh = async (maxAgeMs: number) => {
    if (Date.now() - ring.readAt > maxAgeMs) ring = await readRing(pool, secret);
    return ring;
  };
  return {
    publicSet: async () => (await fresh(rereadMs)).set,
    async find(header, token) {
      const known = ring.set.keys.some(({ kid }) => kid === header?.kid);
      const { find } = known ? ring : await fresh(rereadAtMostMs);
      return find(header, token);
    },
    async sign(claims) {
      const { kid, privateKey } = await fresh(rereadMs);
      return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey);
    },
  };
}

/** Makes a new key that signs from now on; the old ones stay public until their last token ends. @returns its id */
export async function rotateKeys(pool: Pool, secret: Buffer): Promise<string> {
  const key = await makeKey(secret);
  await transaction(pool, async (tx) => {
    await store.lockKeys(tx);
    await store.retireKeys(tx);
    await store.insertKey(tx, key);
  });
  return key.kid;
}

async function makeKey(secret: Buffer): Promise<store.StoredKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const sealed = seal(JSON.stringify(await exportJWK(privateKey)), secret, kid);
  return { kid, publicJwk: { ...jwk, kid, alg, use: 'sig', key_ops: ['verify'] }, sealedPrivateJwk: sealed };
}

async function readRing(pool: Pool, secret: Buffer): Promise<Ring> {
  const keys = await store.liveKeys(pool);
  const [newest] = keys;
  if (!newest) throw new Error('There is no signing key');
  const set = { keys: keys.map(({ publicJwk }) => publicJwk) };
  return {
    readAt: Date.now(),
    set,
    find: createLocalJWKSet(set),
    kid: newest.kid,
    privateKey: await importJWK(open(newest, secret), alg),
  };
}

function open({ kid, sealedPrivateJwk }: store.StoredKey, secret: Buffer) {
  try {
    return JSON.parse(unseal(sealedPrivateJwk, secret, kid));
  } catch (error) {
    throw new Error('SIGNING_KEY_SECRET does not open the signing keys in the database', { cause: error });
  }
}
