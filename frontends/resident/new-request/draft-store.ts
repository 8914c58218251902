/** Drafts in the browser's storage (IndexedDB), which outlast the page. */
import { createStore, getMany, promisifyRequest } from 'idb-keyval';

type Key = [userId: string, part: string];

const store = createStore('tma-resident', 'drafts');

/** Changes the store. Resolves once the change is durable. */
const write = (change: (drafts: IDBObjectStore) => unknown): Promise<void> =>
  store('readwrite', (drafts) => {
    change(drafts);
    // At once: the page may be closed in the next moment.
    drafts.transaction.commit();
    return promisifyRequest(drafts.transaction);
  });

/** The values of these keys, undefined where there is none, after all writes that were begun before. */
export const readParts = (keys: Key[]): Promise<unknown[]> => getMany<unknown>(keys, store);

export const writePart = (key: Key, value: unknown) => write((drafts) => drafts.put(value, key));

/** Deletes all parts of one person. */
export const deleteParts = (userId: string) =>
  write((drafts) => drafts.delete(IDBKeyRange.bound([userId], [userId, []])));

/** Deletes everybody's. */
export const deleteAllParts = () => write((drafts) => drafts.clear());
