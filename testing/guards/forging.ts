import { connectDb, createLog, type Pool, transaction } from '@tma/kit';
import {
  calculateJwkThumbprint,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { vi } from 'vitest';
import { lastRunning } from '../../infra/run/run-file.ts';
import { readSecrets } from '../../infra/run/secrets.ts';
import { insertKey } from '../../services/auth/keys/keys.store.ts';
import { openKeys, retireKey } from '../../services/auth/keys/signing-keys.ts';
import { call } from '../calls.ts';
import type { Portal } from '../people.ts';
import { guarded, nobody } from './operations.ts';

const patience = { timeout: 10_000, interval: 200 };
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const parts = (token: string) => token.split('.') as [string, string, string];
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
const now = () => Math.floor(Date.now() / 1000);

/** Forgeries of a token by known attacks on JWT, by the name of the attack. */
export async function forge(portal: Portal, token: string): Promise<Record<string, string>> {
  const [head, body, signature] = parts(token);
  const { kid } = decode(head) as { kid: string };
  const claims = decode(body) as JWTPayload;
  const { keys } = await call<{ keys: Record<string, string>[] }>(portal, '/auth/v1/.well-known/jwks.json');
  const [publicJwk = {}] = keys;
  const publicKey = (await importJWK(publicJwk, 'ES256', { extractable: true })) as CryptoKey;
  const own = await generateKeyPair('ES256', { extractable: true });
  const ownJwk = await exportJWK(own.publicKey);
  const sign = (alg: string, key: CryptoKey | Uint8Array, header: object = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(key);
  const withOwn = (header: object) => sign('ES256', own.privateKey, header);
  const text = new TextEncoder();
  return {
    'garbage of the right shape': 'eyJ4.eyJ5.eyJ6',
    'no signature (alg none)': `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
    'no signature (alg nOnE)': `${encode({ alg: 'nOnE', typ: 'JWT', kid })}.${body}.`,
    'the signature cut off': `${head}.${body}.`,
    'an empty signature of zeros': `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`,
    'the public key as a secret (HS256, PEM)': await sign('HS256', text.encode(await exportSPKI(publicKey))),
    'the public key as a secret (HS256, JWK)': await sign('HS256', text.encode(JSON.stringify(publicJwk))),
    'a key of its own': await withOwn({}),
    'a key of its own, in the header (jwk)': await withOwn({ jwk: ownJwk }),
    'a key of its own, elsewhere (jku)': await withOwn({ jku: 'http://127.0.0.1:9/keys', kid: 'other' }),
    'a key of its own, elsewhere (x5u)': await withOwn({ x5u: 'http://127.0.0.1:9/cert' }),
    'a key of its own, by its thumbprint': await withOwn({ kid: await calculateJwkThumbprint(ownJwk) }),
    'a kid that is a path': await withOwn({ kid: '../../../../dev/null' }),
    'a kid that is SQL': await withOwn({ kid: "x' union select 'y" }),
    'a kid of an object': await withOwn({ kid: '__proto__' }),
    'a critical header nobody knows': `${encode({ alg: 'ES256', kid, crit: ['x'], x: 1 })}.${body}.${signature}`,
    'another person': `${head}.${encode({ ...claims, sub: nobody })}.${signature}`,
    'a later end': `${head}.${encode({ ...claims, exp: 4_000_000_000 })}.${signature}`,
    ...(await forgeWithin(portal, claims)),
    'one of a key that was retired': await signWithRetired(portal, claims),
  };
}

/** Tokens that the portal's own key has signed, with claims that must not be accepted. */
async function forgeWithin({ dataDir }: Portal, claims: JWTPayload): Promise<Record<string, string>> {
  return withDatabase(dataDir, async (pool, secret) => {
    const { sign } = await openKeys(pool, secret);
    return {
      'one that has expired': await sign({ ...claims, iat: now() - 7200, exp: now() - 1 }),
      'one that begins tomorrow': await sign({ ...claims, nbf: now() + 86_400 }),
      'one without an end': await sign({ ...claims, exp: undefined }),
      'one without a session': await sign({ ...claims, session_id: undefined }),
      'one for another audience': await sign({ ...claims, aud: 'somebody else' }),
      'one for two audiences': await sign({ ...claims, aud: ['authenticated', 'admin'] }),
      'one by another issuer': await sign({ ...claims, iss: 'https://elsewhere.example/auth/v1' }),
    };
  });
}

/**
 * The same claims, signed with a key of the portal that was stolen and then retired; not the one that signs, whose tokens other
 * tests hold. It returns once no operation takes the token, for which there are ten seconds (`npm run keys retire` says so).
 */
async function signWithRetired({ portal, dataDir }: Portal, claims: JWTPayload): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
  const audience = claims.aud === 'admin' ? 'admin' : 'resident';
  const reads = guarded.filter(({ method, who }) => method === 'GET' && who.includes(audience));
  const headers = { authorization: `Bearer ${token}` };
  const opened = async () => {
    const answers = reads.map(async ({ url }) => (await fetch(portal + url, { headers })).status);
    return (await Promise.all(answers)).filter((status) => status !== 401 && status !== 403).length;
  };
  await withDatabase(dataDir, async (pool, secret) => {
    const stored = { kid, publicJwk: { ...jwk, kid, alg: 'ES256', use: 'sig' }, sealedPrivateJwk: Buffer.alloc(1) };
    await transaction(pool, (tx) => insertKey(tx, stored, new Date(Date.now() + 3_600_000)));
    await vi.waitUntil(async () => (await opened()) === reads.length, patience);
    await retireKey(pool, secret, kid);
    await vi.waitUntil(async () => (await opened()) === 0, patience);
  });
  return token;
}

/** Runs `work` with the database of auth and the secret that opens its keys. */
async function withDatabase<T>(dataDir: string, work: (pool: Pool, secret: Buffer) => Promise<T>): Promise<T> {
  const running = await lastRunning(dataDir);
  if (!running) throw new Error(`Nothing runs in ${dataDir}`);
  const { signingKeySecret } = await readSecrets(dataDir);
  const pool = connectDb(running.databases.auth, createLog('guards', 'silent'));
  try {
    return await work(pool, Buffer.from(signingKeySecret, 'base64url'));
  } finally {
    await pool.end();
  }
}
