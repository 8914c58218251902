import { type Pool, type Tx, transaction } from '@tma/kit';
import { type Indexed, insertKeys, lockWithoutKeys, readIndexed, saveKeys } from './words.store.ts';
import { keysOf } from './words.ts';

/** So many reports in a transaction, which takes some tens of milliseconds. */
const step = 100;

/** Writes the keys of a report that is inserted in the same transaction. */
export const insertWords = (tx: Tx, id: string, report: Indexed): Promise<void> => insertKeys(tx, id, keysOf(report));

/** Writes the keys of reports anew. */
export async function rewriteWords(tx: Tx, ids: readonly string[]): Promise<void> {
  const reports = await readIndexed(tx, ids);
  await saveKeys(
    tx,
    reports.map(({ id, ...report }) => ({ id, keys: keysOf(report) })),
  );
}

/** Writes the keys of all reports that have none: those that were made up, and those of an erased reporter who had very many. */
export async function fillWords(pool: Pool, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const filled = await transaction(pool, async (tx) => {
      const ids = await lockWithoutKeys(tx, step);
      if (ids.length > 0) await rewriteWords(tx, ids);
      return ids.length;
    });
    if (filled === 0) return;
  }
}
