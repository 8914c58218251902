import { failpoint, type Handler, HttpError } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { formLimits, readForm } from '../report/form/form.ts';
import { onlyHttpErrors } from '../report/only-http-errors.ts';
import { newReportId, readAdminReport } from '../report/reports.store.ts';
import { checkCounterForm } from './counter-form.ts';
import { findReportByKey } from './idempotency-keys.store.ts';
import { parseKey } from './new-request.route.ts';
import { saveReport } from './save-report.ts';

/**
 * Takes a report for somebody without an account, from an administrator: 201 and the report as administrators see it, or 200 and the
 * one that the Idempotency-Key made before. Too many in a day are refused before the form is read (429); then as `createReport`.
 */
export const reportAtCounter =
  ({ config, pool, files, today, limits: { counter } }: Reports): Handler<'reportAtCounter'> =>
  async ({ caller }, request, reply) => {
    const limits = formLimits(config);
    const settings = { perDay: config.RATE_LIMIT_REPORTS, timeZone: config.TIME_ZONE };
    const key = parseKey(request.headers['idempotency-key']);
    const earlier = key === null ? null : await findReportByKey(pool, caller.id, key);
    // Of another tehsil where the administrator has moved since: then it is not shown to them.
    if (earlier?.tehsil === caller.tehsil) {
      await readForm(request, limits);
      return reply.code(200).send(await readAdminReport(pool, earlier.id, today()));
    }
    const refusal = await counter.count(caller.id).then(() => null, onlyHttpErrors);
    if (refusal) {
      await readForm(request, limits);
      throw refusal;
    }

    const id = await newReportId(pool);
    const { tehsil, token } = caller;
    const uploads = files.uploads({ reportId: id, tehsil, token, requestId: request.id });
    const form = await readForm(request, limits, uploads)
      .then((read) => checkCounterForm(read, caller))
      .catch(async (error: unknown) => {
        await uploads.discard();
        throw error;
      });
    const { row, created } = await saveReport(pool, { ...form, id, key }, settings).catch(async (error: unknown) => {
      // Any other error may have come after the commit: then the report exists, and needs its files.
      if (error instanceof HttpError) await uploads.discard();
      throw error;
    });
    failpoint('report-committed');
    if (!created) await uploads.discard();
    return reply.code(created ? 201 : 200).send(await readAdminReport(pool, row.id, today()));
  };
