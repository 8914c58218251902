/** Sending a change of a report, and what the report is after it. */
import { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { isClosed } from './closing/proof-state.ts';
import { type AdminReport, readReport } from './segments.ts';

/** The values of the edit dialog. A schedule is `YYYY-MM-DD` or empty. */
export interface EditValues {
  status: string;
  schedule: string;
}

export const editValuesOf = ({ status, schedule }: AdminReport): EditValues => ({ status, schedule: schedule ?? '' });
export const areEqual = (a: EditValues, b: EditValues) => a.status === b.status && a.schedule === b.schedule;

/** Whether a change closes a report: then its reporter is asked whether it is fixed. */
export const closes = (report: AdminReport, status: string) => isClosed(status) && !isClosed(report.status);

/** Whether two versions of a report show an administrator the same: nobody has changed or answered it in between. */
export const saySame = (a: AdminReport, b: AdminReport) =>
  areEqual(editValuesOf(a), editValuesOf(b)) && a.closure === b.closure && a.disputes === b.disputes;

/** The row as it will be once the values are saved. @param proof the public path of the picture that a closing uses */
export function rowAfter(report: AdminReport, { status, schedule }: EditValues, proof: string | null): AdminReport {
  const row = { ...report, status, schedule: schedule || null };
  if (closes(report, status)) return { ...row, closure: 'claimed', proof };
  return isClosed(report.status) && !isClosed(status) ? { ...row, closure: null, proof: null } : row;
}

interface SaveResult {
  /** The report as the server has it now, saved or not. */
  current: AdminReport;
  error?: ApiError;
}

/** Sends the change; once more when the version is another but says the same as the known one. */
export async function saveReport(token: string, known: AdminReport, values: EditValues): Promise<SaveResult> {
  try {
    const current = await call('PUT /reports/{id}', {
      params: { id: known.id },
      body: { status: values.status, schedule: values.schedule || null },
      headers: { 'if-match': known.etag },
      token,
    });
    return { current };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.warn('The report could not be saved:', error.message);
    const current = error.status === 412 ? await readReport(token, known.id).catch(() => undefined) : known;
    if (!current) return { current: known, error: new ApiError(0, 'unreachable', '') };
    const isNewVersion = current.etag !== known.etag;
    return isNewVersion && saySame(current, known) ? saveReport(token, current, values) : { current, error };
  }
}
