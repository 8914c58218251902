/**
 * What residents write, in this browser's storage (IndexedDB), which outlasts the page. One store has all of it, so that what
 * belongs together changes in one transaction: drafts by `[userId, part]`, the rest by the names below.
 */
import { createStore, promisifyRequest } from 'idb-keyval';

export type RecordKey = [string, ...string[]];

/** The first part of the keys of what is not a draft: reports, their files, a token beside them, and that anything was stored. */
export const kinds = { report: 'waiting', files: 'files', token: 'token', mark: 'mark' } as const;

const store = createStore('tma-resident', 'drafts');

/** The answer of one request within a transaction. */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> => promisifyRequest(request);

/** Everything whose key begins so. */
export const below = (...key: RecordKey) => IDBKeyRange.bound(key, [...key, []]);

/** What was asked for in it is not done; where a request has failed, the browser has seen to that. */
function abort(transaction: IDBTransaction) {
  try {
    transaction.abort();
  } catch {
    // It has ended.
  }
}

/** Changes records in one transaction, waiting for nothing but these. Resolves once the change is durable. */
export async function change<T>(work: (records: IDBObjectStore) => T | Promise<T>): Promise<T> {
  return store('readwrite', async (records) => {
    const done = promisifyRequest(records.transaction);
    // Where the work itself fails, that is what is thrown.
    done.catch(() => undefined);
    const result = await Promise.resolve(records)
      .then(work)
      .catch((error: unknown) => {
        abort(records.transaction);
        throw error;
      });
    // At once: the page may be closed in the next moment.
    records.transaction.commit();
    await done;
    return result;
  });
}

/** Reads after all changes that were begun before. */
export const read = async <T>(work: (records: IDBObjectStore) => Promise<T>): Promise<T> => store('readonly', work);
