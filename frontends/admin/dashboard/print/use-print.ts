import { limits } from '@tma/contracts/limits';
import { useWords } from '@tma/web/language/words';
import { useState } from 'react';
import { useRole } from '../../for-roles.tsx';
import { t } from '../../texts.ts';
import { askForReports, csvFailureText, fetchCsv } from '../csv/download.ts';
import { recordsOf } from '../csv/records.ts';
import { type ListQuery, readSegment } from '../segments.ts';
import { useSingle } from '../use-single.ts';

/** The most reports that are printed. */
export const printLimit = 1000;

type Row = ReadonlyMap<string, string>;

export interface Sheet {
  query: ListQuery;
  rows: readonly Row[];
  /** There are more than are printed. */
  isCut: boolean;
  /** When they were read (RFC 3339). */
  at: string;
}

/**
 * Reads what is chosen for printing. For heads it comes from the CSV: one request has the contact numbers, too, all of the same
 * moment; it is broken off after as many rows as are printed. Clerks, who have no CSV, print the list without the numbers.
 */
export function usePrint(query: ListQuery) {
  const isHead = useRole() === 'head';
  const [failure, setFailure] = useWords();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const single = useSingle(async () => {
    setFailure(undefined);
    setSheet(null);
    try {
      const rows = await (isHead ? fetchCsv(askForReports(query), readRows) : readPages(query));
      if (rows.length === 0) setFailure(() => t('print.nothing'));
      else {
        const at = new Date().toISOString();
        setSheet({ query, rows: rows.slice(0, printLimit), isCut: rows.length > printLimit, at });
      }
    } catch (error) {
      console.warn('The list could not be printed:', error);
      setFailure(() => csvFailureText(error, t('print.failed')));
    }
  });
  return { ...single, failure, sheet, onDone: () => setSheet(null) };
}

/** The first rows, one more than are printed. */
async function readRows({ body }: Response): Promise<Row[]> {
  const rows: Row[] = [];
  if (!body) return rows;
  for await (const row of recordsOf(textOf(body))) {
    rows.push(row);
    if (rows.length > printLimit) break;
  }
  return rows;
}

/** The same from the pages of the list. */
async function readPages(query: ListQuery): Promise<Row[]> {
  const rows: Row[] = [];
  for (let before: string | undefined; ; ) {
    const page = await readSegment(query, before, undefined, limits.page.max);
    for (const { reference, location, issue, description } of page.rows)
      rows.push(new Map(Object.entries({ reference, location, issue, description })));
    if (page.end === null || rows.length > printLimit) return rows;
    before = page.end;
  }
}

/** As not every browser can walk a stream. Ending early ends the stream. */
async function* textOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
