import { appendEvent, HttpError, type Pool, type Resident, type Tx, transaction, violates } from '@tma/kit';
import { adminReport } from './administration.store.ts';
import { countChange } from './counts.store.ts';
import { meet } from './people.store.ts';
import { newReference } from './reference.ts';
import { requestRow } from './requests.store.ts';
import { claimKey, insertChange, insertReport } from './store.ts';
import type { Submission } from './submission.ts';
import { timeOfId } from './times.ts';

export interface NewReport {
  id: string;
  caller: Resident;
  /** The Idempotency-Key it came with. */
  key: string | null;
  submission: Submission;
  image: { id: string; path: string };
  documentId: string | null;
}

const attempts = 5;

/**
 * Makes a report: the row, its first change, the counts and the event, all or none.
 * @returns the row as residents see it; `first` is false when the key had made a report before, whose row it then is
 */
export async function submit(pool: Pool, report: NewReport) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction(pool, (tx) => insertAll(tx, report));
    } catch (error) {
      // Two references clash once in a trillion reports' pairs: another one is drawn.
      if (!violates(error, 'reports_reference') || attempt === attempts) throw error;
    }
  }
}

async function insertAll(tx: Tx, { id, caller, key, submission, image, documentId }: NewReport) {
  // The key comes first: whoever sends it at the same time waits here for the end of this transaction.
  const winner = key === null ? id : await claimKey(tx, caller.id, key, id);
  if (winner !== id) return { row: await requestRow(tx, winner, caller.id), first: false };

  const { contact_number = '', tehsil = '' } = caller.profile;
  const person = await meet(tx, { id: caller.id, contact_number, tehsil });
  if (person.erased) throw new HttpError(401, 'session_ended', 'This account is no more.');

  const at = timeOfId(id);
  await insertReport(tx, {
    ...submission,
    id,
    reference: newReference(),
    userId: caller.id,
    email: caller.email,
    image: image.path,
    document: documentId && `download-pdf/${id}`,
    at,
  });
  await insertChange(tx, id, at, submission, 'resident');
  const { etag: _, ...seen } = await adminReport(tx, id);
  const reporter = { id: caller.id, name: submission.name, email: caller.email };
  await appendEvent(tx, 'ReportCreated', id, { ...seen, reporter, imageId: image.id, documentId });
  const row = await requestRow(tx, id, caller.id);
  // Counts last: everybody of the tehsil waits for them.
  await countChange(tx, submission, null, submission);
  return { row, first: true };
}
