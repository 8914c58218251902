import { randomBytes } from 'node:crypto';
import { defaultLanguage, type EventData } from '@tma/contracts';
import { appendEvent, commitWith, HttpError, type Pool, type Resident, type Tx, transaction, violates } from '@tma/kit';
import { dueDay } from './deadlines/rules.ts';
import { refusalOfMore } from './report-limit.ts';
import { countChange } from './stores/counts.store.ts';
import { lockRules, readRules } from './stores/deadlines.store.ts';
import { claimKey, findReportByKey } from './stores/idempotency-keys.store.ts';
import { lockPerson } from './stores/people.store.ts';
import { insertReport, type SeenByResident, timeOfId } from './stores/reports.store.ts';
import { insertKeys } from './stores/search.store.ts';
import type { CheckedFiles, Submission } from './submission.ts';

/** A report that may be saved: its form was checked and its files are stored. */
export interface NewReport extends CheckedFiles {
  /** A UUIDv7. */
  id: string;
  caller: Resident;
  /** The Idempotency-Key it came with. */
  key: string | null;
  submission: Submission;
}

/** What saving a report needs to know. */
interface Settings {
  /** Reports that a resident may submit within a day. */
  perDay: number;
  timeZone: string;
}

interface Saved {
  /** The report as its reporter sees it. */
  row: SeenByResident;
  /** False when the key had made a report before: then `row` is that one, and nothing was saved. */
  created: boolean;
}

const maxAttempts = 5;

/**
 * Saves a report: the row with its due day, its history, the counts and the event in one transaction.
 * Throws 401 when the reporter's account was erased, 429 when they submitted `perDay` reports within a day already.
 */
export async function saveReport(pool: Pool, report: NewReport, settings: Settings): Promise<Saved> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction(pool, (tx) => saveAll(tx, report, newReference(), settings));
    } catch (error) {
      // Among a million reports two may well draw the same 40 bits: then another reference is drawn.
      if (!violates(error, 'reports_reference') || attempt === maxAttempts) throw error;
    }
  }
}

async function saveAll(tx: Tx, report: NewReport, reference: string, { perDay, timeZone }: Settings): Promise<Saved> {
  const { id, caller, key, submission, image, documentId } = report;
  const { contact_number = '', tehsil = '', language: claimed } = caller.profile;
  const [isClaimed, { erased, language }, refusal, , rules] = await Promise.all([
    // The key comes first: a request with the same one waits here for the end of this transaction.
    key === null || claimKey(tx, caller.id, key, id),
    lockPerson(tx, { id: caller.id, contact_number, tehsil, language: claimed }),
    // The person is locked by then: what they submit at the same time is counted before or after this.
    refusalOfMore(tx, caller.id, perDay),
    // Last, and read once it is locked: whoever changes the rules waits for this, or this for them.
    lockRules(tx, submission.tehsil),
    readRules(tx, submission.tehsil),
  ]);
  if (key !== null && !isClaimed) {
    const row = await findReportByKey(tx, caller.id, key);
    if (!row) throw new Error('a claimed key stands for no report');
    return { row, created: false };
  }
  if (erased) throw new HttpError(401, 'session_ended', 'This account is no more.');
  if (refusal) throw refusal;

  const { name, ...fields } = submission;
  const document = documentId && `download-pdf/${id}`;
  const cameIn = timeOfId(id);
  const createdAt = cameIn.toISOString();
  const newRow = {
    ...fields,
    id,
    reference,
    user_id: caller.id,
    reporter_name: name,
    reporter_email: caller.email,
    image: image.path,
    document,
    due: dueDay(rules, timeZone, { issue: submission.issue, createdAt: cameIn }),
  };
  const data: EventData<'ReportCreated'> = {
    ...submission,
    id,
    reference,
    image: image.path,
    document,
    userId: caller.id,
    created_at: createdAt,
    updated_at: createdAt,
    reporter: { id: caller.id, name, email: caller.email, language: language ?? defaultLanguage },
    imageId: image.id,
    documentId,
  };
  const [row] = await commitWith(tx, [
    insertReport(tx, newRow),
    insertKeys(tx, id, { ...submission, reference }),
    appendEvent(tx, 'ReportCreated', id, data),
    // Counts last: all submissions of the tehsil wait for this row.
    countChange(tx, submission, null, submission),
  ]);
  return { row, created: true };
}

/** Crockford's base32: no I, L, O or U, so that it can be read out over a telephone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What people call a report by: `TMA-` and 8 random characters (40 bits). */
export function newReference(): string {
  // 256 is a multiple of 32: every character is equally likely.
  return `TMA-${[...randomBytes(8)].map((byte) => alphabet[byte % 32]).join('')}`;
}
