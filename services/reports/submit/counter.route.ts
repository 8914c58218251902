import type { Handler, Pool } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { readForm } from '../report/form/form.ts';
import { refusalOf } from '../report/refusal.ts';
import { readAdminReport } from '../report/reports.store.ts';
import { checkCounterForm } from './counter-form.ts';
import { findReportByKey } from './idempotency-keys.store.ts';
import { parseKey, receiveReport } from './receive-report.ts';

/**
 * Takes a report for somebody without an account, from an administrator: 201 and the report as administrators see it,
 * or 200 and the earlier report with this Idempotency-Key. Too many in a day are refused before the form is read (429);
 * then as `createReport`.
 */
export const reportAtCounter =
  ({ config, pool, files, administrators, today, limits: { counter } }: Reports): Handler<'reportAtCounter'> =>
  async ({ caller }, request, reply) => {
    const { key, earlier } = await findEarlier(pool, caller, parseKey(request.headers['idempotency-key']));
    if (earlier) {
      await readForm(request, config);
      return reply.code(200).send(await readAdminReport(pool, earlier.id, today()));
    }
    const refusal = await refusalOf(counter.count(caller.id));
    if (refusal) {
      await readForm(request, config);
      throw refusal;
    }

    await administrators.learnCaller(caller);
    const { row, created } = await receiveReport({ config, pool, files }, request, {
      sender: caller,
      key,
      check: (form) => checkCounterForm(form, caller),
    });
    return reply.code(created ? 201 : 200).send(await readAdminReport(pool, row.id, today()));
  };

/**
 * The report of a key in the administrator's tehsil, and the key to claim there. If the key made a report in another
 * tehsil, which they have left, that report is not shown: the key may be used again, claimed together with a line of
 * the tehsil, which no key can contain.
 */
async function findEarlier(pool: Pool, { id, tehsil }: { id: string; tehsil: string }, given: string | null) {
  const first = given === null ? null : await findReportByKey(pool, id, given);
  if (given === null || first?.tehsil === tehsil) return { key: given, earlier: first };
  const again = `${tehsil}\n${given}`;
  return { key: first ? again : given, earlier: await findReportByKey(pool, id, again) };
}
