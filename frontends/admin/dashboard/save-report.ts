/** Sending a change of a report, and what the report is after it. */
import { counted, startedStatus } from '@tma/contracts/reports/statuses';
import { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import type { Body } from '@tma/web/api/operation-types';
import { type AdminReport, readReport } from './segments.ts';

/** The values of the edit dialog. A schedule is `YYYY-MM-DD` or empty. */
export interface EditValues {
  status: string;
  schedule: string;
}

export const editValuesOf = ({ status, schedule }: AdminReport): EditValues => ({ status, schedule: schedule ?? '' });
export const areEqual = (a: EditValues, b: EditValues) => a.status === b.status && a.schedule === b.schedule;

export const isClosed = (status: string) => status === counted.completed;

/** Whether a change closes a report: then its reporter is asked whether it is fixed. */
export const closes = (report: AdminReport, status: string) => isClosed(status) && !isClosed(report.status);

/** Whether two versions of a report show an administrator the same: nobody has changed or answered it in between. */
const saySame = (a: AdminReport, b: AdminReport) =>
  areEqual(editValuesOf(a), editValuesOf(b)) && a.closure === b.closure && a.disputes === b.disputes;

/** The row as it will be once the values are saved. @param proof the public path of the picture that a closing uses */
export function rowAfter(report: AdminReport, { status, schedule }: EditValues, proof: string | null): AdminReport {
  const row = { ...report, status, schedule: schedule || null };
  if (closes(report, status)) return { ...row, closure: 'claimed', proof };
  return isClosed(report.status) && !isClosed(status) ? { ...row, closure: null, proof: null } : row;
}

interface ChangeResult {
  /** The report as the server has it now, changed or not, as far as that is known. */
  current: AdminReport;
  error?: ApiError;
}

/**
 * Sends a change with the known version; once more when the version is another but, as `isSame` says, nothing that matters to the
 * one who chose it.
 */
async function sendChange(
  token: string,
  known: AdminReport,
  send: (to: { params: { id: string }; token: string; headers: { 'if-match': string } }) => Promise<AdminReport>,
  isSame: (a: AdminReport, b: AdminReport) => boolean,
): Promise<ChangeResult> {
  try {
    return { current: await send({ params: { id: known.id }, token, headers: { 'if-match': known.etag } }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.warn('The report could not be changed:', error.message);
    if (error.status !== 412) return { current: known, error };
    const current = await readReport(token, known.id).catch(() => null);
    if (!current) return { current: known, error: new ApiError(0, 'unreachable', '') };
    const isUnseen = current.etag === known.etag || !isSame(current, known);
    return isUnseen ? { current, error } : sendChange(token, current, send, isSame);
  }
}

export function saveReport(token: string, known: AdminReport, { status, schedule }: EditValues): Promise<ChangeResult> {
  const body = { status, schedule: schedule || null };
  return sendChange(token, known, (to) => call('PUT /reports/{id}', { ...to, body }), saySame);
}

/** Whether crew can begin the work: the status of a duplicate follows that of another report. */
export const mayStart = ({ phase, status, duplicateOf }: Pick<AdminReport, 'phase' | 'status' | 'duplicateOf'>) =>
  phase === 'open' && status !== startedStatus && !duplicateOf;

/** Crew begin the work; not where the office has changed or ended it since they saw it. */
export const startReport = (token: string, known: AdminReport): Promise<ChangeResult> =>
  sendChange(token, known, (to) => call('PUT /reports/{id}', { ...to, body: { status: startedStatus } }), saySame);

/** @param assignee null for nobody */
export const assignReport = (token: string, known: AdminReport, assignee: string | null): Promise<ChangeResult> =>
  sendChange(
    token,
    known,
    (to) => call('PUT /reports/{id}/assignee', { ...to, body: { assignee } }),
    (a, b) => saySame(a, b) && a.assignee?.id === b.assignee?.id,
  );

/** Degrees of WGS 84. */
export type Place = Body<'PUT /reports/{id}/place'>;

export const placeOf = ({ lat, long }: Pick<AdminReport, 'lat' | 'long'>): Place | null =>
  lat === null || long === null ? null : { lat, long };
const isSamePlace = (a: Place | null, b: Place | null) => a?.lat === b?.lat && a?.long === b?.long;

/**
 * Moves a report to a point. @param start where its pin began: the list that is read again may know another place by now, which whoever
 * sets the pin does not see
 */
export async function moveReport(
  token: string,
  known: AdminReport,
  point: Place,
  start: Place | null,
): Promise<ChangeResult> {
  const place = placeOf(known);
  if (!isSamePlace(place, start) && !isSamePlace(place, point))
    return { current: known, error: new ApiError(412, 'changed_meanwhile', '') };
  return sendChange(
    token,
    known,
    (to) => call('PUT /reports/{id}/place', { ...to, body: point }),
    (a, b) => isSamePlace(placeOf(a), placeOf(b)),
  );
}
