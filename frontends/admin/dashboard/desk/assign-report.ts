/** Assigning a report, and what the report is after it. */
import { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { saySame } from '../save-report.ts';
import { type AdminReport, readReport } from '../segments.ts';

interface AssignResult {
  /** The report as the server has it now, as far as that is known. */
  current: AdminReport;
  error?: ApiError;
}

/** Sends the assignment with the known version; once more when the version is another but says the same as the known one. */
export async function assignReport(token: string, known: AdminReport, assignee: string | null): Promise<AssignResult> {
  try {
    const current = await call('PUT /reports/{id}/assignee', {
      params: { id: known.id },
      body: { assignee },
      headers: { 'if-match': known.etag },
      token,
    });
    return { current };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.warn('The report could not be assigned:', error.message);
    if (error.status !== 412) return { current: known, error };
    const current = await readReport(token, known.id).catch(() => undefined);
    if (!current) return { current: known, error: new ApiError(0, 'unreachable', '') };
    const isUnseen =
      current.etag === known.etag || current.assignee?.id !== known.assignee?.id || !saySame(current, known);
    return isUnseen ? { current, error } : assignReport(token, current, assignee);
  }
}
