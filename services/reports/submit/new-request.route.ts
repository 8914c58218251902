import { failpoint, type Handler, HttpError } from '@tma/kit';
import type { Reports } from '../report/context.ts';
import { formLimits, readForm } from '../report/form/form.ts';
import { isRefusal, onlyHttpErrors } from '../report/only-http-errors.ts';
import { tehsilsOf } from '../report/people/people.store.ts';
import { newReportId } from '../report/reports.store.ts';
import { findReportByKey } from './idempotency-keys.store.ts';
import { checkPlace, checkShared } from './place.ts';
import { refusalOfMore } from './report-limit.ts';
import { type NewReport, saveReport } from './save-report.ts';
import { checkFiles, checkTexts } from './submission.ts';

/**
 * Takes a report with its files: 201 and the report, or 200 and the one that the Idempotency-Key made before. What is wrong
 * is answered in a fixed order, wherever it stands in the form: too many reports or refused forms in a day (429), another's user id, texts
 * that are missing, texts that are wrong, the picture, the document. The stored files of a refused report are discarded.
 *
 * The report has its id before its form is read: files keeps what comes with the form under it, and a document can be downloaded by it
 * as soon as this is answered. So `created_at`, which is the time in the id, is when the form began to come in, by the database's
 * clock, and lists and due days go by that.
 */
export const createReport =
  ({ config, pool, files, limits: { refusedForms } }: Reports): Handler<'createReport'> =>
  async ({ caller }, request, reply) => {
    const limits = formLimits(config);
    const settings = { perDay: config.RATE_LIMIT_REPORTS, timeZone: config.TIME_ZONE };
    const key = parseKey(request.headers['idempotency-key']);
    // Asked before the key: if the last report that may be sent arrives twice, the second request finds the first.
    const refusal =
      (await refusalOfMore(pool, caller.id, config.RATE_LIMIT_REPORTS)) ??
      (await refusedForms.check(caller.id).then(() => null, onlyHttpErrors));
    const earlier = key === null ? null : await findReportByKey(pool, caller.id, key);
    if (earlier || refusal) await readForm(request, limits);
    if (earlier) return reply.send(earlier);
    if (refusal) throw refusal;

    const id = await newReportId(pool);
    const tehsils = await tehsilsOf(pool, caller);
    const uploads = files.uploads({ reportId: id, tehsil: tehsils[0], token: caller.token, requestId: request.id });
    const read = async (): Promise<NewReport> => {
      const form = await readForm(request, limits, uploads);
      const submission = checkTexts(form.fields, caller, tehsils);
      const place = checkPlace(submission.issue, form.fields);
      const shared = checkShared(submission.issue, form.fields);
      return { id, caller, key, submission, place, shared, ...checkFiles(form.files) };
    };
    const report = await read().catch(async (error: unknown) => {
      await uploads.discard();
      if (uploads.hasStored() && isRefusal(error)) await refusedForms.take(caller.id);
      throw error;
    });
    const { row, created } = await saveReport(pool, report, settings).catch(async (error: unknown) => {
      // Any other error may have come after the commit: then the report exists, and needs its files.
      if (error instanceof HttpError) await uploads.discard();
      throw error;
    });
    failpoint('report-committed');
    if (!created) await uploads.discard();
    return reply.code(created ? 201 : 200).send(row);
  };

/** The Idempotency-Key of a request; null where it has none. Throws 400 for one that is none. */
export function parseKey(header: string | string[] | undefined): string | null {
  if (header === undefined || header === '') return null;
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header;
  throw new HttpError(400, 'invalid_request', 'Idempotency-Key must be 1 to 255 printable characters.');
}
