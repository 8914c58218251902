import { appendEvent, failpoint, type Handler, missingField, noteAct, requireId, type Tx, transaction } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { lockFor } from '../report/locks.store.ts';
import type { Administrator } from '../report/policy.ts';
import { readAdminReport } from '../report/reports.store.ts';
import { deletePicture, saveHidden } from './change.store.ts';

type Parts = Pick<Reports, 'pool' | 'administrators' | 'limits' | 'today'>;

/** Hides a report from everybody but its reporter and its staff, or shows it again. */
export const hideReport =
  ({ pool, administrators, limits, today }: Parts): Handler<'hideReport'> =>
  async ({ params: { id }, body, caller: by }, _request, reply) => {
    requireId(id);
    await limits.changes.count(by.id);
    await administrators.learnCaller(by);
    const report = await transaction(pool, (tx) => hide(tx, id, by, body, today()));
    failpoint('change-committed');
    return reply.header('etag', report.etag).send(report);
  };

/**
 * Writes the row, its history and the events; nothing if the report is in that state already.
 * @param reason for staff and the reporter
 * Throws 404 for another tehsil's report, 400 without a reason to hide it.
 */
async function hide(
  tx: Tx,
  id: string,
  by: Administrator,
  { hidden, reason }: { hidden: boolean; reason: string },
  today: string,
) {
  const report = await lockFor(tx, by, 'hide', id);
  if (hidden && !reason) throw missingField('reason', 'Say why this report is hidden.');
  const seen = await readAdminReport(tx, id, today);
  if (seen.hidden === hidden && (!hidden || seen.hiddenReason === reason)) return seen;
  const { reference, tehsil } = report;
  if (seen.hidden !== hidden) {
    const at = new Date(report.now);
    await appendEvent(tx, 'ReportHidden', id, { id, reference, tehsil, hidden, by: by.id }, { at });
  }
  await noteAct(tx, 'reports', { id: by.id, tehsil }, { kind: hidden ? 'hidden' : 'shown', about: reference });
  return saveHidden(tx, report, hidden, reason || null, { by: by.id, today });
}

/** A day, which stays; or nine digits or more, of any script, as a telephone number has. */
const dayOrNumber = /\b20\d\d-(?:0[1-9]|1[0-2])-[0-3]\d\b|\+?\p{Nd}(?:[\s\p{Pd}\p{Cf}()./]*\p{Nd}){8,}/gu;
const isDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text);
/** Nothing is ever deleted from the audit log, so telephone numbers are not written into it. */
const withoutNumbers = (text: string) => text.replaceAll(dayOrNumber, (found) => (isDay(found) ? found : '…'));

/**
 * Removes a report's picture for good; the event makes files delete every version of it. Where there is no picture, nothing
 * happens: a repeated request is answered like the first. The reason is kept in the audit log, without telephone numbers. Throws
 * 404 for another tehsil's report.
 */
export const removePicture =
  ({ pool, limits }: Pick<Reports, 'pool' | 'limits'>): Handler<'removePicture'> =>
  async ({ params: { id }, body: { reason }, caller: by }, _request, reply) => {
    requireId(id);
    await limits.changes.count(by.id);
    await transaction(pool, async (tx) => {
      const report = await lockFor(tx, by, 'hide', id);
      if (!(await deletePicture(tx, report))) return;
      const { reference, tehsil } = report;
      await appendEvent(tx, 'PictureRemoved', id, { id, reference, tehsil, by: by.id });
      await noteAct(tx, 'reports', by, { kind: 'picture-removed', about: reference, detail: withoutNumbers(reason) });
    });
    failpoint('change-committed');
    return reply.code(204).send();
  };
