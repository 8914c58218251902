import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { useEffect, useRef, useState } from 'react';
import { type AdminReport, readReport } from './segments.ts';
import { cancelReads, refetchLists, replaceReport } from './use-report-list.ts';

/** The values of the edit dialog. A schedule is `YYYY-MM-DD` or empty. */
export interface EditValues {
  status: string;
  schedule: string;
}

export const editValuesOf = ({ status, schedule }: AdminReport): EditValues => ({ status, schedule: schedule ?? '' });
const areEqual = (a: EditValues, b: EditValues) => a.status === b.status && a.schedule === b.schedule;

/** Why nothing was saved: another administrator was first (the report now, the values chosen here), or it failed. */
export type SaveProblem = { theirs: AdminReport; yours: EditValues } | 'failed';

interface SaveOptions {
  token: string;
  report: AdminReport;
  onSaved: () => void;
  /** Saving failed after the dialog was closed. */
  onLost: (report: AdminReport, values: EditValues) => void;
}

/**
 * Saves status and schedule: shown at once in the list, and reverted when the server refuses. The known version is sent
 * along (`If-Match`), so that another administrator's change is not overwritten unseen.
 */
export function useSaveReport({ token, report, onSaved, onLost }: SaveOptions) {
  const client = useQueryClient();
  /** The last version that the server is known to have. */
  const [known, setKnown] = useState(report);
  const [problem, setProblem] = useState<SaveProblem | null>(null);
  const isMounted = useIsMounted();

  const save = async (values: EditValues) => {
    setProblem(null);
    await cancelReads(client);
    replaceReport(client, { ...known, ...values, schedule: values.schedule || null });
    const { current, error } = await send(token, known, values);
    replaceReport(client, current);
    if (!error || areEqual(editValuesOf(current), values)) {
      refetchLists(client);
      if (isMounted.current) onSaved();
    } else if (isMounted.current) {
      setKnown(current);
      setProblem(error.status === 412 ? { theirs: current, yours: values } : 'failed');
    } else {
      onLost(current, values);
    }
  };

  return { save, problem, clearProblem: () => setProblem(null) };
}

interface SaveResult {
  /** The report as the server has it now, saved or not. */
  current: AdminReport;
  error?: ApiError;
}

/** Sends the change; once more when the version is another but its values are the known ones. */
async function send(token: string, known: AdminReport, values: EditValues): Promise<SaveResult> {
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
    return isNewVersion && areEqual(editValuesOf(current), editValuesOf(known))
      ? send(token, current, values)
      : { current, error };
  }
}

/** Whether the component is still mounted: what it started may end later. */
function useIsMounted() {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
