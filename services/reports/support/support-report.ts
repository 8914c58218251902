import { fullNameOrUser, isProblem } from '@tma/contracts';
import { HttpError, notFound, type Pool, type Resident, transaction } from '@tma/kit';
import { type LockedReport, lockReport } from '../report/locks.store.ts';
import { lockPerson } from '../report/people/people.store.ts';
import { may, requireMay } from '../report/policy.ts';
import { noteSupport } from '../report/supporters/note-support.ts';
import { deleteSupport, insertSupport } from '../report/supporters/supporters.store.ts';

interface SupportRequest {
  /** The report's id. */
  id: string;
  by: Resident & { tehsils: readonly string[] };
}

/** Throws 404 for what is not theirs to know of, 409 for their own and for one that has ended, 422 for papers. */
function requireSupportable(by: SupportRequest['by'], report: LockedReport | null): asserts report is LockedReport {
  if (report && may(by, 'answer', report)) throw new HttpError(409, 'own_report', 'This is your own report.');
  requireMay(by, 'support', report);
  if (!isProblem(report.issue)) {
    throw new HttpError(422, 'not_supported', 'Certificates and licences are nobody else’s problem.');
  }
  if (report.phase !== 'open') throw new HttpError(409, 'not_open', 'This report is not open any more.');
}

/**
 * Has somebody support a report, once however often and however many ask at the same time: the row, the count and the event in one
 * transaction. The person is locked: who is erased at the same time is so before, and refused, or after, and is taken out.
 * @returns how many support it, and whether they did not before
 */
export const supportReport = (pool: Pool, { id, by }: SupportRequest): Promise<{ supports: number; isNew: boolean }> =>
  transaction(pool, async (tx) => {
    const { contact_number = '', tehsil = '', language } = by.profile;
    const { erased } = await lockPerson(tx, { id: by.id, contact_number, tehsil, language });
    if (erased) throw new HttpError(401, 'session_ended', 'This account is no more.');
    const report = await lockReport(tx, id);
    requireSupportable(by, report);
    const { first_name = '', last_name = '' } = by.profile;
    const name = fullNameOrUser(first_name, last_name);
    const isNew = await insertSupport(tx, { reportId: id, userId: by.id, name, email: by.email });
    return { supports: isNew ? await noteSupport(tx, id, by.id, 1) : report.supports, isNew };
  });

/** Ends it, if there is one. Throws 404 for what is not theirs to know of. */
export const endSupport = (pool: Pool, { id, by }: SupportRequest): Promise<void> =>
  transaction(pool, async (tx) => {
    const report = await lockReport(tx, id);
    if (!report) throw notFound();
    if (await deleteSupport(tx, id, by.id)) await noteSupport(tx, id, by.id, -1);
    else if (!may(by, 'read', report)) requireMay(by, 'support', report);
  });
