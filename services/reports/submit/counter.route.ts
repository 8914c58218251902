import type { Handler } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { formLimits, readForm } from '../report/form/form.ts';
import { onlyHttpErrors } from '../report/only-http-errors.ts';
import { readAdminReport } from '../report/reports.store.ts';
import { checkCounterForm } from './counter-form.ts';
import { findReportByKey } from './idempotency-keys.store.ts';
import { parseKey } from './new-request.route.ts';
import { receiveReport } from './receive-report.ts';

/**
 * Takes a report for somebody without an account, from an administrator: 201 and the report as administrators see it, or 200 and the
 * one that the Idempotency-Key made before. Too many in a day are refused before the form is read (429); then as `createReport`.
 */
export const reportAtCounter =
  ({ config, pool, files, today, limits: { counter } }: Reports): Handler<'reportAtCounter'> =>
  async ({ caller }, request, reply) => {
    const limits = formLimits(config);
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

    const { row, created } = await receiveReport({ config, pool, files }, request, {
      sender: caller,
      key,
      check: (form) => checkCounterForm(form, caller),
    });
    return reply.code(created ? 201 : 200).send(await readAdminReport(pool, row.id, today()));
  };
