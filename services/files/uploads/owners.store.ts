import { allRows, execute, type Tx } from '@tma/kit';
import { noteDeleted, type Removal } from '../storage/removals.store.ts';

const ownerLock = 'hashtextextended($1, 0)';

/** Waits until no erasure of an owner is running: later statements see its result, and a further erasure waits. */
export const waitForErasure = (tx: Tx, ownerId: string) =>
  execute(tx, `select pg_advisory_xact_lock_shared(${ownerLock})`, [ownerId]);

/** Waits until no upload of an owner is being inserted, and makes later ones wait until the transaction ends. */
export const lockOwner = (tx: Tx, ownerId: string) =>
  execute(tx, `select pg_advisory_xact_lock(${ownerLock})`, [ownerId]);

/** Notes that an owner's account was erased: their uploads are refused from then on. */
export const insertErasedOwner = (tx: Tx, ownerId: string) =>
  execute(tx, 'insert into erased_owners (id) values ($1) on conflict do nothing', [ownerId]);

/** Deletes the rows of a person's documents. @returns the documents, whose files are to be removed */
export const deletePapersOf = (tx: Tx, ownerId: string) =>
  allRows<Removal>(
    tx,
    `with deleted as (
       delete from uploads where owner_id = $1 and kind = 'document' returning id, public_name
     ) ${noteDeleted}`,
    [ownerId],
  );
