import { statusOf } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { useEffect, useState } from 'react';
import { takeFromPage, type View, viewOf } from './in-page.ts';

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
