import { useQueryClient } from '@tanstack/react-query';
import { call } from '@tma/web/api';
import { ApiError } from '@tma/web/api-error';
import { useEffect, useRef, useState } from 'react';
import { type AdminReport, readReport } from './stretches.ts';
import { holdReading, putReport, readAnew } from './use-list.ts';

/** What the dialog lets one choose. A schedule is `YYYY-MM-DD` or empty. */
export interface Typed {
  status: string;
  schedule: string;
}

export const typedOf = ({ status, schedule }: AdminReport): Typed => ({ status, schedule: schedule ?? '' });
const same = (a: Typed, b: Typed) => a.status === b.status && a.schedule === b.schedule;

/** Why nothing was saved: somebody else was first (what the report is now, what was chosen here), or it failed. */
export type Trouble = { theirs: AdminReport; yours: Typed } | 'failed';

interface SaveOptions {
  token: string;
  report: AdminReport;
  onSaved: () => void;
  /** It failed after the dialog was closed. */
  onLost: (report: AdminReport, typed: Typed) => void;
}

/**
 * Saves status and schedule: shown at once in the list, and taken back when the server does not take it. The version that
 * is known goes along (`If-Match`), so that another administrator's change is not overwritten unseen.
 */
export function useSave({ token, report, onSaved, onLost }: SaveOptions) {
  const client = useQueryClient();
  /** The report as the server is known to have it. */
  const [known, setKnown] = useState(report);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const isOpen = useIsDrawn();

  const save = async (typed: Typed) => {
    setTrouble(null);
    await holdReading(client);
    putReport(client, { ...known, ...typed, schedule: typed.schedule || null });
    const { now, fault } = await send(token, known, typed);
    putReport(client, now);
    if (!fault || same(typedOf(now), typed)) {
      readAnew(client);
      if (isOpen.current) onSaved();
    } else if (isOpen.current) {
      setKnown(now);
      setTrouble(fault.status === 412 ? { theirs: now, yours: typed } : 'failed');
    } else {
      onLost(now, typed);
    }
  };

  return { save, trouble, forgetTrouble: () => setTrouble(null) };
}

/** Sends the change, once more when another version says the same. Answers the report as it is now, saved or not. */
async function send(token: string, known: AdminReport, typed: Typed): Promise<{ now: AdminReport; fault?: ApiError }> {
  try {
    const now = await call('PUT /reports/{id}', {
      params: { id: known.id },
      body: { status: typed.status, schedule: typed.schedule || null },
      headers: { 'if-match': known.etag },
      token,
    });
    return { now };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.warn('The report could not be saved:', error.message);
    const now = error.status === 412 ? await readReport(token, known.id).catch(() => undefined) : known;
    if (!now) return { now: known, fault: new ApiError(0, 'unreachable', '') };
    const isNew = now.etag !== known.etag;
    return isNew && same(typedOf(now), typedOf(known)) ? send(token, now, typed) : { now, fault: error };
  }
}

/** Whether the component is still drawn: what it began may end after it. */
function useIsDrawn() {
  const drawn = useRef(false);
  useEffect(() => {
    drawn.current = true;
    return () => {
      drawn.current = false;
    };
  }, []);
  return drawn;
}
