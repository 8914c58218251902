import { failpoint, HttpError } from '@tma/kit';
import type { FastifyRequest } from 'fastify';
import type { Reports } from '../report/context.ts';
import { type FileFields, type Form, readForm } from '../report/form/form.ts';
import { newReportId } from '../report/reports.store.ts';
import { type NewReport, saveReport } from './save-report.ts';

interface Receiving {
  /** Who sends it: files gets their token. Without a tehsil the report will be refused, and no file is kept. */
  sender: { tehsil: string | undefined; token: string };
  /** The Idempotency-Key. */
  key: string | null;
  fileFields?: FileFields;
  /** Makes a report of its form. Throws the refusal. */
  check(form: Form): Omit<NewReport, 'id' | 'key'>;
  /** Called when a form is refused after files of it had been kept. */
  onRefused?(): Promise<unknown>;
}

/**
 * Reads the form of a report, with its files, and saves it. The files of a refused report are removed.
 *
 * The report's id is made before its form is read: files stores the uploads under it, and a document can be downloaded
 * by it as soon as this is answered. So `created_at`, which is the time in the id, is when the form began to arrive, by
 * the database's clock, and lists and due days go by that.
 */
export async function receiveReport(
  { config, pool, files }: Pick<Reports, 'config' | 'pool' | 'files'>,
  request: FastifyRequest,
  { sender, key, fileFields, check, onRefused }: Receiving,
) {
  const id = await newReportId(pool);
  const { tehsil, token } = sender;
  const uploads = files.uploads({ reportId: id, tehsil, token });
  const settings = { perDay: config.RATE_LIMIT_REPORTS, timeZone: config.TIME_ZONE };
  const read = async () => check(await readForm(request, config, uploads, fileFields));
  const report = await read().catch(async (error: unknown) => {
    await uploads.discard();
    const isRefused = error instanceof HttpError && error.status < 500;
    if (uploads.hasStored() && isRefused) await onRefused?.();
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

/** The Idempotency-Key of a request; null where it has none. Throws 400 for a malformed one. */
export function parseKey(header: string | string[] | undefined): string | null {
  if (header === undefined || header === '') return null;
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header;
  throw new HttpError(400, 'invalid_request', 'Idempotency-Key must be 1 to 255 printable characters.');
}
