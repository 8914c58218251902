import { randomBytes } from 'node:crypto';
import { defaultLanguage, type EventData, isProblem } from '@tma/contracts';
import { accountErased, appendEvent, type Pool, type Resident, type Tx, transaction, violates } from '@tma/kit';
import { lockRules, readRules } from '../report/due/rules.store.ts';
import { dueDay } from '../report/due/rules.ts';
import { lockPerson } from '../report/people/people.store.ts';
import { writePlace } from '../report/places/write-places.ts';
import { phoneIn } from '../report/recipients.ts';
import { insertReport, type Place, type SeenByResident, timeOfId } from '../report/reports.store.ts';
import { insertWords } from '../report/search/write-words.ts';
import { claimKey, findReportByKey } from './idempotency-keys.store.ts';
import { noPlace } from './place.ts';
import { refusalOfMore } from './report-limit.ts';
import type { CheckedFiles, Submission } from './submission.ts';

/** Somebody for whom others submit a report. */
export interface WithoutAccount {
  audience: null;
  via: 'counter' | 'open311';
  /** Where their mails go; null where there are none. */
  email: string | null;
  /** The language of their mails. */
  language: string;
  /** Where they can be called. */
  contact: string | null;
  /** Who submits it for them: the id of the administrator, or of the key of the other system. */
  enteredBy: string;
  /** The name of that key; null for an administrator. */
  system: string | null;
}

/** A report that may be saved: its form was checked and its files are stored. */
export interface NewReport extends CheckedFiles {
  /** A UUIDv7. */
  id: string;
  caller: Resident | WithoutAccount;
  /** The Idempotency-Key of its request. */
  key: string | null;
  submission: Submission;
  /** Where it is, if the form says so. */
  place?: Place;
  /** Whether it is shown to everybody. */
  shared?: boolean;
}

/** The settings that saving a report depends on. */
interface Settings {
  /** Reports that a resident may submit within a day. */
  perDay: number;
  timeZone: string;
}

interface Saved {
  /** The report as its reporter sees it. */
  row: SeenByResident;
  /** False when a report with this key exists already: then `row` is that report, and nothing was saved. */
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
  const { id, caller, key, submission } = report;
  const sender = caller.audience === 'resident' ? caller.id : caller.enteredBy;
  // The key comes first: another request with the same key waits here for the end of this transaction.
  if (key !== null && !(await claimKey(tx, sender, key, id))) {
    const row = await findReportByKey(tx, sender, key);
    if (!row) throw new Error('a claimed key stands for no report');
    return { row, created: false };
  }
  const mails = caller.audience === 'resident' ? await lockResident(tx, caller, perDay) : caller;
  // The rules are read once they are locked: a change of them comes before or after this transaction.
  await lockRules(tx, submission.tehsil);
  const rules = await readRules(tx, submission.tehsil);
  const due = dueDay(rules, timeZone, { issue: submission.issue, createdAt: timeOfId(id) });
  const written = { ...rowOf(report, reference), due };
  await appendEvent(tx, 'ReportCreated', id, createdEvent(report, written, mails));
  await insertWords(tx, id, { ...submission, reference });
  if (isProblem(submission.issue)) await writePlace(tx, id, submission);
  // The row comes last: from here on all submissions of the tehsil wait for the counts that its triggers lock.
  return { row: await insertReport(tx, written), created: true };
}

/** The address for mails of a report, null where there is none, and their language, null where it is unknown. */
interface Mails {
  email: string | null;
  language: string | null;
}

/** Locks the resident whose report it is. Throws 401, 429. */
async function lockResident(tx: Tx, resident: Resident, perDay: number): Promise<Mails> {
  const { erased, language, email } = await lockPerson(tx, resident);
  if (erased) throw accountErased();
  // The person is locked by now: reports that they submit at the same time are counted before or after this one.
  const refusal = await refusalOfMore(tx, resident.id, perDay);
  if (refusal) throw refusal;
  return { email: email ?? resident.email, language };
}

/** Columns of a report by an account: number and language are in its profile. */
const byAccount = { via: 'portal', reporter_contact: null, reporter_language: null, enteredBy: null, system: null };
const withoutAccount = ({ via, contact, language, enteredBy, system }: WithoutAccount) => ({
  via,
  reporter_contact: contact,
  reporter_language: language,
  enteredBy: system === null ? enteredBy : null,
  system,
});

function rowOf({ id, caller, submission, place = noPlace, shared = false, ...files }: NewReport, reference: string) {
  const { name, ...fields } = submission;
  return {
    ...fields,
    id,
    reference,
    user_id: caller.audience === 'resident' ? caller.id : null,
    reporter_name: name,
    reporter_email: caller.email,
    image: files.image?.path ?? null,
    document: files.documentId && `download-pdf/${id}`,
    ...place,
    shared,
    ...(caller.audience === 'resident' ? byAccount : withoutAccount(caller)),
  };
}

function createdEvent(
  { submission, image, documentId }: NewReport,
  row: ReturnType<typeof rowOf>,
  { email, language: known }: Mails,
): EventData<'ReportCreated'> {
  const { id, reference, user_id: userId, document, lat, long } = row;
  const language = known ?? defaultLanguage;
  const createdAt = timeOfId(id).toISOString();
  return {
    ...submission,
    ...{ id, reference, userId, image: row.image, document, lat, long },
    created_at: createdAt,
    updated_at: createdAt,
    reporter: email === null ? null : { id: userId, name: submission.name, email, language },
    // A number that another system brought is not known to be the reporter's.
    phone: phoneIn({ ...row, reporter_language: language }),
    imageId: image?.id ?? null,
    documentId,
  };
}

/** Crockford's base32: no I, L, O or U, so that it can be read out over a telephone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What people call a report by: `TMA-` and 8 random characters (40 bits). */
export function newReference(): string {
  // 256 is a multiple of 32: every character is equally likely.
  return `TMA-${[...randomBytes(8)].map((byte) => alphabet[byte % 32]).join('')}`;
}
