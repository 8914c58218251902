import { statusOf } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';
import { useEffect, useState } from 'react';

export type PublicRecord = Answer<'GET /api/record/{reference}'>;

/** What is known of a report: its record, that there is none, or why it could not be read. */
type View = { kind: 'record'; record: PublicRecord } | { kind: 'unknown' | 'limited' | 'away' };

/** By the status that was answered. */
const viewOf = (status: number, record?: PublicRecord): View => {
  if (record) return { kind: 'record', record };
  if (status === 404 || status === 400) return { kind: 'unknown' };
  return { kind: status === 429 ? 'limited' : 'away' };
};

/**
 * What the server wrote into the document of the report with this reference; only once, as whoever comes back asks again. Null where
 * it has nothing of it, or could not know.
 */
function takeFromPage(reference: string): View | null {
  const root = document.getElementById('root');
  const written = root?.dataset.record;
  if (!root || written === undefined) return null;
  delete root.dataset.record;
  const said = JSON.parse(written) as { reference: string; status: number; record?: PublicRecord };
  if (said.reference !== reference || said.status === 503) return null;
  return viewOf(said.status, said.record);
}

async function read(reference: string, signal: AbortSignal): Promise<View> {
  try {
    return viewOf(200, await call('GET /api/record/{reference}', { params: { reference }, signal }));
  } catch (error) {
    return viewOf(statusOf(error));
  }
}

/** The record of a report: as the document brought it, else read. `retry` reads it again. */
export function useRecord(reference: string) {
  const [view, setView] = useState<View | null>(() => takeFromPage(reference));
  const isKnown = view !== null;
  useEffect(() => {
    if (isKnown) return;
    const ended = new AbortController();
    void read(reference, ended.signal).then((next) => ended.signal.aborted || setView(next));
    return () => ended.abort();
  }, [reference, isKnown]);
  return { view, retry: () => setView(null) };
}
