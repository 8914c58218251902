import type { Tx } from '@tma/kit';
import { rewriteWords } from '../report/search/write-words.ts';
import { deleteKeysOf, erasePerson, eraseReasons, eraseReporter, eraseTexts, lockReportsOf } from './erasure.store.ts';

/** So many reports are found by their words again at once, the others a little later. */
const wordsAtOnce = 500;

/**
 * Takes everything of a person whose account was deleted out of this service's tables. Their reports stay, without name, address
 * and papers; what they said and what was said to them goes. What they send at the same time comes before, and is erased, or after,
 * and is refused.
 */
export async function erase(tx: Tx, id: string): Promise<void> {
  await erasePerson(tx, id);
  const reports = await lockReportsOf(tx, id);
  await eraseReporter(tx, id);
  await rewriteWords(tx, reports.slice(0, wordsAtOnce));
  await deleteKeysOf(tx, id);
  await eraseReasons(tx, reports);
  await eraseTexts(tx, reports);
}
