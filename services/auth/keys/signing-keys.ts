import { CommandFailed, type Pool, seal, sharedRead, type Tx, transaction } from '@tma/kit';
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
  SignJWT,
} from 'jose';
import type { TokenSigner } from '../credentials/context.ts';
import { openSealed, resealAll } from '../credentials/sealing.ts';
import { insertSecurityNote } from '../credentials/security-log/security-notes.store.ts';
import * as store from './keys.store.ts';

const alg = 'ES256';
/** How long it takes at most to notice a key that another instance, or a command, created or ended. */
const maxAgeMs = 1000;
/**
 * How long a new key is public before it signs, in seconds: until every instance of this service publishes it, and every
 * service that checks tokens may ask for it (kit's `fetchedKeys` asks at most every 2 s), with time to spare.
 */
const secondsUntilSigning = 10;
/** The same where the signing key was stolen: with only one second to spare. */
const secondsUntilStolenEnds = 4;

const secondsAfter = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000);

/** The keys that sign tokens. Private keys never leave this service, and leave this file only as signatures. */
export interface SigningKeys extends TokenSigner {
  /** The public keys of all tokens that may still be valid (RFC 7517). */
  publicSet(): Promise<JSONWebKeySet>;
  /** Finds the public key of a token, for verification. */
  find: JWTVerifyGetKey;
}

/**
 * Reads the keys, creating the first one in an empty database.
 * @param secret 32 bytes. Throws when it is not the one that the stored keys were sealed with.
 */
export async function openKeys(pool: Pool, secret: Buffer): Promise<SigningKeys> {
  await transaction(pool, async (tx) => {
    const now = await store.lockKeys(tx);
    if ((await store.findLiveKeys(tx)).length === 0) await store.insertKey(tx, await createKey(secret), now);
  });
  const freshRing = sharedRead(() => readKeyRing(pool, secret), maxAgeMs);
  await freshRing();
  return {
    ready: freshRing,
    publicSet: async () => (await freshRing()).set,
    find: async (header, token) => (await freshRing()).find(header, token),
    async sign(claims) {
      const { kid, privateKey } = await freshRing();
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
    const signsFrom = secondsAfter(await store.lockKeys(tx), secondsUntilSigning);
    await store.retireKeys(tx, signsFrom);
    await store.insertKey(tx, key, signsFrom);
  });
  return key.kid;
}

/**
 * Ends a key for good: its tokens are refused. The current or next signing key is used until its successor is known
 * everywhere, in `secondsUntilStolenEnds`, so that nobody gets a token that is refused. Throws `CommandFailed`.
 * @param kid default: the key that signs
 * @returns the key that ends, in how many seconds (null: it had ended before), and the one that signs from then on, if
 *   it is a new one
 */
export async function retireKey(pool: Pool, secret: Buffer, kid?: string) {
  const key = await createKey(secret);
  return transaction(pool, async (tx) => {
    const now = await store.lockKeys(tx);
    const keys = await store.listKeys(tx);
    const ending = keys.find((one) => (kid === undefined ? one.state === 'signs' : one.kid === kid));
    if (!ending)
      throw new CommandFailed(`There is no key ${kid}. There are: ${keys.map((one) => one.kid).join(', ')}.`);
    if (ending.endsAt || ending.state === 'expired') return { kid: ending.kid, seconds: null, next: null };
    const seconds = ending.inUse ? secondsUntilStolenEnds : 0;
    const endsAt = secondsAfter(now, seconds);
    if (ending.inUse) {
      await store.retireKeys(tx, endsAt);
      await store.insertKey(tx, key, endsAt);
    }
    await store.endKey(tx, ending.kid, endsAt);
    await insertSecurityNote(tx, { security: 'signing key retired', ids: { kid: ending.kid } });
    return { kid: ending.kid, seconds, next: ending.inUse ? key.kid : null };
  });
}

/** Seals anew everything else that the secret seals, in the caller's transaction, as `resealAll` does. */
export type ResealMore = (tx: Tx, oldSecret: Buffer, secret: Buffer) => Promise<number>;

/** Seals the keys that may still be used, and all else, with another secret, as `resealAll` does: all or none. */
export function resealKeys(pool: Pool, oldSecret: Buffer, secret: Buffer, resealMore: ResealMore): Promise<number> {
  return transaction(pool, async (tx) => {
    await store.lockKeys(tx);
    const keys = (await store.findLiveKeys(tx)).map(({ kid, sealedPrivateJwk }) => ({
      label: kid,
      sealed: sealedPrivateJwk,
      what: `the key ${kid}`,
      replace: (sealed: Buffer) => store.replaceSealed(tx, kid, sealed),
    }));
    return (await resealAll(keys, oldSecret, secret)) + (await resealMore(tx, oldSecret, secret));
  });
}

async function createKey(secret: Buffer): Promise<store.StoredKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const sealed = seal(JSON.stringify(await exportJWK(privateKey)), secret, kid);
  return { kid, publicJwk: { ...jwk, kid, alg, use: 'sig', key_ops: ['verify'] }, sealedPrivateJwk: sealed };
}

/** The public keys, and the one that signs. */
async function readKeyRing(pool: Pool, secret: Buffer) {
  const keys = await store.findLiveKeys(pool);
  const signing = keys.find(({ signs }) => signs);
  if (!signing) throw new Error('There is no signing key');
  const set = { keys: keys.map(({ publicJwk }) => publicJwk) };
  const { kid, sealedPrivateJwk } = signing;
  const privateJwk = JSON.parse(openSealed(sealedPrivateJwk, secret, kid, 'the signing keys'));
  return { set, find: createLocalJWKSet(set), kid, privateKey: await importJWK(privateJwk, alg) };
}
