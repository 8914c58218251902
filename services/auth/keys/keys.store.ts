import { lifetimes } from '@tma/contracts';
import { allRows, type Db, execute, onlyValue, type Tx } from '@tma/kit';
import type { JWK } from 'jose';

export interface StoredKey {
  kid: string;
  publicJwk: JWK;
  sealedPrivateJwk: Buffer;
}

/** A key that is public. */
interface LiveKey extends StoredKey {
  /** Whether it signs tokens: not while it is new, and not after it was replaced. */
  signs: boolean;
}

/** The number of an advisory lock; nothing else in this database uses it. */
const keysLock = 7_610_010;

/**
 * Locks the key set until the transaction ends, so that instances that start together create one key.
 * @returns the time once it is locked: that of the transaction's start is too early for whoever had to wait
 */
export async function lockKeys(tx: Tx): Promise<Date> {
  await execute(tx, 'select pg_advisory_xact_lock($1)', [keysLock]);
  return onlyValue<Date>(tx, 'select clock_timestamp()');
}

/** The keys that may sign or have signed a token that is still valid, the newest first. */
export const findLiveKeys = (db: Db) =>
  allRows<LiveKey>(
    db,
    `select kid, public_jwk as "publicJwk", sealed_private_jwk as "sealedPrivateJwk",
       signs_from <= statement_timestamp() and (retired_at is null or retired_at > statement_timestamp()) as signs
     from signing_keys
     where (retired_at is null or retired_at > statement_timestamp() - make_interval(secs => $1))
       and (ended_at is null or ended_at > statement_timestamp())
     order by retired_at desc nulls first, created_at desc`,
    [lifetimes.retiredKey],
  );

/** A key for `npm run keys list`. */
interface ListedKey {
  kid: string;
  since: Date;
  /** It waits until it is known everywhere; replaced it is public until its last token has expired. */
  state: 'waits' | 'signs' | 'replaced' | 'expired' | 'ended';
  /** When it ends or has ended, if it was ended. */
  endsAt: Date | null;
  /** Whether it signs, or would in time. */
  inUse: boolean;
}

/** All keys there ever were, the newest first. */
export const listKeys = (db: Db) =>
  allRows<ListedKey>(
    db,
    `select kid, created_at as since, ended_at as "endsAt",
       case when ended_at <= statement_timestamp() then 'ended'
         when retired_at <= statement_timestamp() - make_interval(secs => $1) then 'expired'
         when retired_at <= statement_timestamp() then 'replaced'
         when signs_from > statement_timestamp() then 'waits'
         else 'signs' end as state,
       retired_at is null or retired_at > statement_timestamp() as "inUse"
     from signing_keys order by created_at desc`,
    [lifetimes.retiredKey],
  );

/** Stores a private key that was sealed anew. */
export const replaceSealed = (tx: Tx, kid: string, sealed: Buffer) =>
  execute(tx, 'update signing_keys set sealed_private_jwk = $2 where kid = $1', [kid, sealed]);

/** Sets when a key ends: from then on it is no longer public. */
export const endKey = (tx: Tx, kid: string, at: Date) =>
  execute(tx, 'update signing_keys set ended_at = $2 where kid = $1', [kid, at]);

/** @param signsFrom when it begins to sign */
export const insertKey = (tx: Tx, key: StoredKey, signsFrom: Date) =>
  execute(
    tx,
    `insert into signing_keys (kid, public_jwk, sealed_private_jwk, signs_from, created_at)
     values ($1, $2, $3, $4, statement_timestamp())`,
    [key.kid, key.publicJwk, key.sealedPrivateJwk, signsFrom],
  );

/** Sets when all keys stop signing; each stays public for `lifetimes.retiredKey` after that. */
export const retireKeys = (tx: Tx, at: Date) =>
  execute(tx, 'update signing_keys set retired_at = $1 where retired_at is null', [at]);
