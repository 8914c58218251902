import type { Db, Tx } from '@tma/kit';
import type { JWK } from 'jose';

export interface StoredKey {
  kid: string;
  publicJwk: JWK;
  sealedPrivateJwk: Buffer;
}

/** Any number; instances that start together make one key. */
const keysLock = 7_610_010;

/** Holds everybody else who wants to make keys until this transaction ends. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [keysLock]);
}

/** The keys whose tokens may be alive, the one that signs first. A token lives for 8 h at most; an hour is to spare. */
export async function liveKeys(db: Db): Promise<StoredKey[]> {
  const { rows } = await db.query<StoredKey>(
    `select kid, public_jwk as "publicJwk", sealed_private_jwk as "sealedPrivateJwk" from signing_keys
     where retired_at is null or retired_at > now() - interval '9 hours'
     order by retired_at desc nulls first, created_at desc`,
  );
  return rows;
}

export async function insertKey(tx: Tx, { kid, publicJwk, sealedPrivateJwk }: StoredKey): Promise<void> {
  await tx.query('insert into signing_keys (kid, public_jwk, sealed_private_jwk) values ($1, $2, $3)', [
    kid,
    publicJwk,
    sealedPrivateJwk,
  ]);
}

export async function retireKeys(tx: Tx): Promise<void> {
  await tx.query('update signing_keys set retired_at = now() where retired_at is null');
}
