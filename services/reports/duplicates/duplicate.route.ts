import { counted, defaultStatus, isProblem, type Status } from '@tma/contracts';
import { appendEvent, failpoint, fieldError, type Handler, requireId, type Tx } from '@tma/kit';
import { announceState } from '../report/announce-state.ts';
import { withdrawClosure } from '../report/closure/closures.store.ts';
import { decide } from '../report/closure/state-machine.ts';
import type { Reports } from '../report/context.ts';
import { isOpenedAgain, prepareOpening } from '../report/due/opening.ts';
import { OtherDuplicates, withDuplicates } from '../report/followers/with-duplicates.ts';
import { isSameState, type LockedReport, lockFor, lockInOrder, lockReport } from '../report/locks.store.ts';
import { type Administrator, requireMay } from '../report/policy.ts';
import { reporterOf } from '../report/recipients.ts';
import { findReport, ownerOf, readAdminReport, type SeenByAdmin } from '../report/reports.store.ts';
import { passSupport } from '../report/supporters/supporters.store.ts';
import { addSupport, removeSupport } from '../report/supporters/supporters.ts';
import { clearDuplicate, countDuplicate, readDuplicateOf, saveDuplicate } from './duplicates.store.ts';

type Parts = Pick<Reports, 'pool' | 'today' | 'config'>;

/** Marks a report as a duplicate of another, or as no duplicate any more. */
export const markDuplicate =
  (reports: Parts & Pick<Reports, 'administrators' | 'limits'>): Handler<'markDuplicate'> =>
  async ({ params: { id }, body: { of }, caller: by }, _request, reply) => {
    requireId(id);
    await reports.limits.changes.count(by.id);
    await reports.administrators.learnCaller(by);
    const report = await changeDuplicate(reports, { id, by, of });
    failpoint('change-committed');
    return reply.header('etag', report.etag).send(report);
  };

interface MarkRequest {
  id: string;
  by: Administrator;
  /** The reference of the report that it is a duplicate of; null for none. */
  of: string | null;
}

const notADuplicate = (message: string) => fieldError(422, 'not_a_duplicate', 'of', message);

/**
 * Marks a report as a duplicate of another, whose state it gets at once and from then on, or undoes that: rows, history
 * and events in one transaction. What it is already writes nothing.
 * @returns the report as administrators see it
 * Throws 404 for another tehsil's report, 422 where the two cannot be the same.
 */
export async function changeDuplicate(
  { pool, today, config }: Parts,
  { id, by, of }: MarkRequest,
): Promise<SeenByAdmin> {
  requireMay(by, 'change', await ownerOf(pool, id));
  const otherId = of === null ? null : await findReport(pool, of);
  return withDuplicates(pool, id, async (tx) => {
    const due = await prepareOpening(tx, config.TIME_ZONE, id);
    const before = await readDuplicateOf(tx, id);
    await lockInOrder(
      tx,
      [id, otherId, before].filter((one) => one !== null),
    );
    const report = await lockFor(tx, by, 'change', id);
    // Somebody else marked it meanwhile: this begins again, and finds that.
    if (report.duplicate_of !== before) throw new OtherDuplicates();
    if (before === otherId && (of === null || otherId !== null)) return readAdminReport(tx, id, today());
    const other = of === null ? null : await requireOther(tx, report, otherId);
    if (before !== null) await leave(tx, report, before);
    await announce(tx, report, other, by);
    const made = { by: by.id, today: today(), due };
    if (!other) return undo(tx, report, made);
    await join(tx, report, other);
    return saveDuplicate(tx, report, other, { ...made, due: isOpenedAgain(report.status, other.status) ? due : null });
  });
}

/**
 * Its state stays. But nobody was asked whether it is fixed where it was closed with the other: then it is open again, or it could be
 * closed without a picture and a question.
 */
async function undo(tx: Tx, report: LockedReport, made: { by: string; today: string; due: string | null }) {
  const { status, schedule, closure } = report;
  const isUnasked = status === counted.completed && decide(closure ?? 'none', 'open') === 'stays';
  if (!isUnasked) return clearDuplicate(tx, report, status as Status, { ...made, due: null });
  await announceState(tx, report, { status: defaultStatus, schedule }, { changedBy: made.by });
  return clearDuplicate(tx, report, defaultStatus, made);
}

/** The other report, which is locked. Throws 422. */
async function requireOther(tx: Tx, report: LockedReport, otherId: string | null): Promise<LockedReport> {
  const other = otherId === null ? null : await lockReport(tx, otherId);
  if (!other || other.tehsil !== report.tehsil) throw notADuplicate('There is no such report in your tehsil.');
  if (other.id === report.id) throw notADuplicate('A report is no duplicate of itself.');
  if (!isProblem(report.issue)) throw notADuplicate('Certificates and licences are not the same as others.');
  if (other.issue !== report.issue) throw notADuplicate('The other report has another type.');
  if (other.duplicate_of !== null) throw notADuplicate('The other report is a duplicate itself.');
  if (report.duplicates > 0) throw notADuplicate('This report has duplicates itself.');
  return other;
}

/** It no longer follows the report that it was a duplicate of, nor makes its reporter a supporter of that one. */
async function leave(tx: Tx, { id, user_id }: LockedReport, before: string): Promise<void> {
  await countDuplicate(tx, before, -1);
  if (user_id === null || (await passSupport(tx, before, user_id, id))) return;
  await removeSupport(tx, before, user_id, id);
}

async function announce(tx: Tx, report: LockedReport, other: LockedReport | null, by: Administrator): Promise<void> {
  const { id, reference, issue, tehsil } = report;
  await appendEvent(tx, 'DuplicateMarked', id, {
    ...{ id, reference, issue, tehsil, reporter: reporterOf(report), by: by.id },
    of: other && { id: other.id, reference: other.reference },
  });
  if (!other || isSameState(report, other)) return;
  const to = { status: other.status, schedule: other.schedule };
  await announceState(tx, report, to, { follows: other.reference, changedBy: by.id });
}

/** Its reporter supports the other report from now on, and is no longer asked about this one. */
async function join(tx: Tx, report: LockedReport, other: LockedReport): Promise<void> {
  const { id, user_id, reporter_name, reporter_email, closure, status } = report;
  await countDuplicate(tx, other.id, 1);
  if (user_id !== null && reporter_email !== null && user_id !== other.user_id) {
    await addSupport(tx, {
      reportId: other.id,
      userId: user_id,
      name: reporter_name,
      email: reporter_email,
      byDuplicate: id,
    });
  }
  const isLeft = status === counted.completed && other.status !== counted.completed;
  if (closure === 'claimed' || isLeft) await withdrawClosure(tx, id);
}
