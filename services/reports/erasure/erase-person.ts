import { appendEvent, type Tx } from '@tma/kit';
import { rewriteWords } from '../report/search/write-words.ts';
import { removeSupport } from '../report/supporters/supporters.ts';
import {
  deleteKeysOf,
  deleteSalts,
  eraseAnswers,
  erasePerson,
  eraseReasons,
  eraseReporter,
  eraseTexts,
  lockByReference,
  lockKeysOf,
  lockReportsOf,
  supportedBy,
} from './erasure.store.ts';

/** How many reports get new words for searches in this transaction; the others get them a little later. */
const wordsAtOnce = 500;

/**
 * Erases a person whose account was deleted from this service's tables. Their reports stay, without name, address and document; what
 * they wrote, and what staff wrote to them, is deleted. A report that they send at the same time is saved before this, and erased, or
 * comes after it, and is refused. Locks are taken in the order in which a report is saved: the keys, the person, the reports.
 */
export async function erase(tx: Tx, id: string): Promise<void> {
  await lockKeysOf(tx, id);
  await erasePerson(tx, id);
  await lockReportsOf(tx, id);
  for (const supported of await supportedBy(tx, id)) await removeSupport(tx, supported, id);
  await eraseAnswers(tx, id);
  await deleteKeysOf(tx, 'user_id', id);
  await eraseFrom(tx, 'user_id', id);
}

/** Removes reporters from their reports, which are locked. */
async function eraseFrom(tx: Tx, whose: 'user_id' | 'id', id: string): Promise<void> {
  const reports = await eraseReporter(tx, whose, id);
  await rewriteWords(tx, reports.slice(0, wordsAtOnce));
  await eraseReasons(tx, reports);
  await eraseTexts(tx, reports);
  await deleteSalts(tx, reports);
}

/**
 * Does the same to one report of somebody without an account; its event has files delete the document. Repeating it does no harm.
 * @returns `of-account` where the reporter has an account, which is to be deleted instead; then nothing is erased
 */
export async function eraseReport(tx: Tx, reference: string): Promise<'erased' | 'of-account' | 'unknown'> {
  const report = await lockByReference(tx, reference);
  if (!report) return 'unknown';
  if (report.user_id !== null) return 'of-account';
  const { id } = report;
  await deleteKeysOf(tx, 'report_id', id);
  await eraseFrom(tx, 'id', id);
  await appendEvent(tx, 'ReportErased', id, { id });
  return 'erased';
}
