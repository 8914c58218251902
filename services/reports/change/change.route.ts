import { closureMessageKind, counted, phaseOf, readStatus } from '@tma/contracts';
import { failpoint, type Handler, HttpError, type LinkKeys, requireId, type Tx } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { announceState } from '../report/announce-state.ts';
import {
  type ClosedBy,
  insertClosure,
  type NextClosure,
  nextClosure,
  withdrawClosure,
} from '../report/closure/closures.store.ts';
import { decide, stateOf } from '../report/closure/state-machine.ts';
import type { LogHead, Reports } from '../report/context.ts';
import { isOpenedAgain, prepareOpening } from '../report/due/opening.ts';
import { follow } from '../report/followers/follow.ts';
import { withDuplicates } from '../report/followers/with-duplicates.ts';
import { isSameState, type LockedReport, lockFor, type State } from '../report/locks.store.ts';
import { type Administrator, sideOf } from '../report/policy.ts';
import { phoneIn, reporterOf } from '../report/recipients.ts';
import { asCrew, readAdminReport, type SeenByAdmin } from '../report/reports.store.ts';
import { saveState } from './change.store.ts';
import { isStart, requireMatch, type StateChange, stateAfter } from './status-change.ts';

type ChangeParts = Pick<Reports, 'pool' | 'config' | 'linkKeys' | 'answerSeconds' | 'today' | 'signedLog'>;

/** Changes a report's status or schedule, unless it was changed since the caller saw it (`If-Match`). */
export const updateReport =
  (reports: ChangeParts & Pick<Reports, 'administrators' | 'limits'>): Handler<'updateReport'> =>
  async ({ params: { id }, body: change, caller: by }, request, reply) => {
    requireId(id);
    await reports.limits.changes.count(by.id);
    await reports.administrators.learnCaller(by);
    const report = await changeReport(reports, { id, by, change, ifMatch: request.headers['if-match'] });
    failpoint(readStatus(change.status ?? '') === counted.completed ? 'closing-committed' : 'change-committed');
    return reply.header('etag', report.etag).send(sideOf(by) === 'crew' ? asCrew(report) : report);
  };

interface ChangeRequest {
  id: string;
  by: ClosedBy & Administrator;
  change: StateChange;
  /** The header: the version that the administrator saw. */
  ifMatch?: string;
}

/**
 * Changes a report's status or schedule, and that of its duplicates: rows, closure, history and events in one
 * transaction. A change that changes nothing writes nothing.
 * @returns the report as administrators see it
 * Throws 404 for another tehsil's report, 409 for a duplicate, 400 for an unknown status, 412 when it was changed
 * meanwhile, 422 when it cannot be closed without a new proof.
 */
export const changeReport = (
  { pool, ...parts }: ChangeParts,
  { id, by, change, ifMatch }: ChangeRequest,
): Promise<SeenByAdmin> =>
  withDuplicates(pool, id, async (tx, duplicates) => {
    const timeZone = parts.config.TIME_ZONE;
    const wanted = readStatus(change.status ?? '');
    const due = wanted && phaseOf(wanted) === 'open' ? await prepareOpening(tx, timeZone, id) : null;
    await duplicates.lock();
    const report = await lockFor(tx, by, isStart(change) ? 'start' : 'change', id);
    if (report.duplicate_of !== null) throw isDuplicate();
    const to = stateAfter(report, change);
    requireMatch(ifMatch, report.version);
    if (isSameState(report, to)) return readAdminReport(tx, id, parts.today());
    const others = await duplicates.of(report);
    const closing = await closingOf(tx, report, to, parts);
    const followers = await follow(tx, others, { reference: report.reference, to, by: by.id, timeZone });
    if (closing === 'withdrawn') await withdrawClosure(tx, id);
    const begun = closing && closing !== 'withdrawn' ? await begin(tx, report, by, closing, parts) : undefined;
    await announceState(tx, report, to, { changedBy: by.id, closure: begun });
    const moved = isOpenedAgain(report.status, to.status) ? due : null;
    // The row comes last: from here on all changes of the tehsil wait for the counts that its triggers lock.
    return saveState(tx, report, { to, by: by.id, closing, today: parts.today(), due: moved, followers });
  });

const isDuplicate = () =>
  new HttpError(
    409,
    'is_a_duplicate',
    'This report is marked as a duplicate. Its status follows that of the other report.',
  );

/** A closure that begins with the change. */
type BegunClosure = NextClosure & { id: string };

/** The closure that begins, `withdrawn` for the last, null where it stays. Throws 422 when a new proof is needed. */
async function closingOf(
  tx: Tx,
  report: LockedReport,
  to: State,
  { answerSeconds }: Pick<ChangeParts, 'answerSeconds'>,
): Promise<BegunClosure | 'withdrawn' | null> {
  const [wasClosed, isClosed] = [report, to].map(({ status }) => status === counted.completed);
  if (wasClosed === isClosed) return null;
  const current = report.closure ?? 'none';
  if (!isClosed) return stateOf(decide(current, 'open')) === 'withdrawn' ? 'withdrawn' : null;
  const next = await nextClosure(tx, report, answerSeconds);
  stateOf(decide(current, report.needs_proof && !next.isNew ? 'close-unproved' : 'close'));
  return { ...next, id: uuid() };
}

/** The head of the signed log, for the mail: a log that is rewritten later contradicts the mails that people kept. */
const headInMail = (head: LogHead | null) => head && { size: head.size, root: head.root.slice(0, 8) };

/** Begins a closure. @returns what the event says of it */
async function begin(
  tx: Tx,
  report: LockedReport,
  by: ClosedBy,
  closing: BegunClosure,
  { linkKeys, signedLog }: Pick<ChangeParts, 'linkKeys' | 'signedLog'>,
) {
  await insertClosure(tx, report, by, closing);
  const { id, attempt, proof, answerBy } = closing;
  const log = headInMail(signedLog.latest());
  return { id, attempt, proof, answerBy, ...(log && { log }), ...(await signClosure(linkKeys, tx, id, report)) };
}

/** Signs the link of the mail and the code of the message. An erased reporter gets none: the address is empty. */
async function signClosure(linkKeys: LinkKeys, tx: Tx, id: string, report: LockedReport) {
  const reporter = reporterOf(report);
  const mail = await linkKeys.issue(tx, { kind: 'closure', id, address: reporter?.email ?? '' });
  const asked = reporter?.id ?? phoneIn(report)?.number;
  if (!asked) return mail;
  return { ...mail, messageSignature: linkKeys.sign(mail.key, { kind: closureMessageKind, id, address: asked }) };
}
