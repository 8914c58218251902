import type { Handler } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { readForm } from '../report/form/form.ts';
import { tehsilsOf } from '../report/people/people.store.ts';
import { refusalOf } from '../report/refusal.ts';
import { findReportByKey } from './idempotency-keys.store.ts';
import { checkPlace, checkShared } from './place.ts';
import { parseKey, receiveReport } from './receive-report.ts';
import { refusalOfMore } from './report-limit.ts';
import { checkFiles, checkTexts } from './submission.ts';

/**
 * Takes a report with its files: 201 and the report, or 200 and the earlier report with this Idempotency-Key. Faults
 * are reported in a fixed order, wherever they stand in the form: too many reports or refused forms in a day (429),
 * another's user id, missing texts, wrong texts, the picture, the document. The stored files of a refused report are
 * discarded.
 */
export const createReport =
  ({ config, pool, files, limits: { refusedForms } }: Reports): Handler<'createReport'> =>
  async ({ caller }, request, reply) => {
    const key = parseKey(request.headers['idempotency-key']);
    // Before the look-up of the key: if the last report of the day's limit arrives twice, the second request still
    // finds the first.
    const refusal =
      (await refusalOfMore(pool, caller.id, config.RATE_LIMIT_REPORTS)) ??
      (await refusalOf(refusedForms.check(caller.id)));
    const earlier = key === null ? null : await findReportByKey(pool, caller.id, key);
    if (earlier || refusal) await readForm(request, config);
    if (earlier) return reply.send(earlier);
    if (refusal) throw refusal;

    const tehsils = await tehsilsOf(pool, caller);
    const { row, created } = await receiveReport({ config, pool, files }, request, {
      sender: { tehsil: tehsils[0], token: caller.token },
      key,
      check(form) {
        const submission = checkTexts(form.fields, caller, tehsils);
        const place = checkPlace(submission.issue, form.fields);
        const shared = checkShared(submission.issue, form.fields);
        return { caller, submission, place, shared, ...checkFiles(form.files) };
      },
      onRefused: () => refusedForms.take(caller.id),
    });
    return reply.code(created ? 201 : 200).send(row);
  };
