import { lifetimes } from '@tma/contracts';
import type { Db, Tx } from '@tma/kit';
import type { JWK } from 'jose';

export interface StoredKey {
  kid: string;
  publicJwk: JWK;
  sealedPrivateJwk: Buffer;
}

/** A key that is public. */
interface LiveKey extends StoredKey {
  /** Whether it signs: one that is new does not yet, one that was replaced no longer. */
  signs: boolean;
}

/** The number of an advisory lock; nothing else in this database uses it. */
const keysLock = 7_610_010;

/** Locks the key set until the transaction ends, so that instances that start together create one key. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [keysLock]);
}

/** The keys that may sign or have signed a token that is still valid, the newest first. */
export async function findLiveKeys(db: Db): Promise<LiveKey[]> {
  const { rows } = await db.query<LiveKey>(
    `select kid, public_jwk as "publicJwk", sealed_private_jwk as "sealedPrivateJwk",
       signs_from <= now() and (retired_at is null or retired_at > now()) as signs
     from signing_keys
     where (retired_at is null or retired_at > now() - make_interval(secs => $1))
       and (ended_at is null or ended_at > now())
     order by retired_at desc nulls first, created_at desc`,
    [lifetimes.retiredKey],
  );
  return rows;
}

/**
 * What a key does: it waits until it is known everywhere, signs, was replaced and is public until its last token has expired,
 * or is gone: because of its age, or because it was ended.
 */
type KeyState = 'waits' | 'signs' | 'replaced' | 'expired' | 'ended';

/** A key for `npm run keys list`. */
interface ListedKey {
  kid: string;
  since: Date;
  state: KeyState;
  /** When it ends or has ended, if it was ended. */
  endsAt: Date | null;
  /** Whether it signs, or would in time. */
  inUse: boolean;
}

/** All keys there ever were, the newest first. */
export async function listKeys(db: Db): Promise<ListedKey[]> {
  const { rows } = await db.query<ListedKey>(
    `select kid, created_at as since, ended_at as "endsAt",
       case when ended_at <= now() then 'ended'
         when retired_at <= now() - make_interval(secs => $1) then 'expired'
         when retired_at <= now() then 'replaced'
         when signs_from > now() then 'waits'
         else 'signs' end as state,
       retired_at is null or retired_at > now() as "inUse"
     from signing_keys order by created_at desc`,
    [lifetimes.retiredKey],
  );
  return rows;
}

/** In so many seconds a key is public no more, for good. */
export async function endKey(tx: Tx, kid: string, seconds: number): Promise<void> {
  await tx.query('update signing_keys set ended_at = now() + make_interval(secs => $2) where kid = $1', [kid, seconds]);
}

/** @param seconds until it signs */
export async function insertKey(
  tx: Tx,
  { kid, publicJwk, sealedPrivateJwk }: StoredKey,
  seconds: number,
): Promise<void> {
  await tx.query(
    `insert into signing_keys (kid, public_jwk, sealed_private_jwk, signs_from)
     values ($1, $2, $3, now() + make_interval(secs => $4))`,
    [kid, publicJwk, sealedPrivateJwk, seconds],
  );
}

/** In so many seconds no key signs any more; each stays public for `lifetimes.retiredKey` after that. */
export async function retireKeys(tx: Tx, seconds: number): Promise<void> {
  await tx.query('update signing_keys set retired_at = now() + make_interval(secs => $1) where retired_at is null', [
    seconds,
  ]);
}
