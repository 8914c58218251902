import { failpoint, HttpError } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import type { Reports } from '../report/context.ts';
import { type FileFields, type Form, formLimits, readForm } from '../report/form/form.ts';
import { isRefusal } from '../report/only-http-errors.ts';
import { newReportId } from '../report/reports.store.ts';
import { type NewReport, saveReport } from './save-report.ts';

interface Receiving {
  /** Who sends it for somebody without an account; files knows them by their token. */
  sender: { tehsil: string; token: string };
  /** The Idempotency-Key. */
  key: string | null;
  fileFields?: FileFields;
  /** Makes a report of its form. What it throws is answered. */
  check(form: Form): Omit<NewReport, 'id' | 'key'>;
  /** Called where a form is refused of which files had been kept. */
  onRefused?(): Promise<unknown>;
}

/** Reads the form of a report for somebody without an account, with its files, and saves it. Of one that is refused, no file stays. */
export async function receiveReport(
  { config, pool, files }: Pick<Reports, 'config' | 'pool' | 'files'>,
  request: FastifyRequest,
  { sender, key, fileFields, check, onRefused }: Receiving,
) {
  const id = await newReportId(pool);
  const uploads = files.uploads({ reportId: id, ...sender, requestId: request.id });
  const settings = { perDay: config.RATE_LIMIT_REPORTS, timeZone: config.TIME_ZONE };
  const read = async () => {
    return check(await readForm(request, formLimits(config), uploads, fileFields));
  };
  const report = await read().catch(async (error: unknown) => {
    await uploads.discard();
    if (uploads.hasStored() && isRefusal(error)) await onRefused?.();
    throw error;
  });
  const saved = await saveReport(pool, { ...report, id, key }, settings).catch(async (error: unknown) => {
    // Any other error may have come after the commit: then the report exists, and needs its files.
    if (error instanceof HttpError) await uploads.discard();
    throw error;
  });
  failpoint('report-committed');
  if (!saved.created) await uploads.discard();
  return saved;
}
