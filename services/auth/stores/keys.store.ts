import { lifetimes } from '@tma/contracts';
import type { Db, Tx } from '@tma/kit';
import type { JWK } from 'jose';

export interface StoredKey {
  kid: string;
  publicJwk: JWK;
  sealedPrivateJwk: Buffer;
}

/** The number of an advisory lock; nothing else in this database uses it. */
const keysLock = 7_610_010;

/** Locks the key set until the transaction ends, so that instances that start together create one key. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [keysLock]);
}

/** The keys that may have signed a token that is still valid, the one that signs first. */
export async function findLiveKeys(db: Db): Promise<StoredKey[]> {
  const { rows } = await db.query<StoredKey>(
    `select kid, public_jwk as "publicJwk", sealed_private_jwk as "sealedPrivateJwk" from signing_keys
     where retired_at is null or retired_at > now() - make_interval(secs => $1)
     order by retired_at desc nulls first, created_at desc`,
    [lifetimes.retiredKey],
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

/** No key signs from now on; each stays public for `lifetimes.retiredKey`. */
export async function retireKeys(tx: Tx): Promise<void> {
  await tx.query('update signing_keys set retired_at = now() where retired_at is null');
}
