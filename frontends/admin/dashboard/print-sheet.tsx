import { limits } from '@tma/contracts/limits';
import { adminFilters } from '@tma/contracts/reports/statuses';
import { useTimeZone } from '@tma/web/api/portal-config';
import { useSingle } from '@tma/web/hooks/use-single';
import { dayAndTime } from '@tma/web/language/dates';
import { term } from '@tma/web/language/terms';
import { useWords } from '@tma/web/language/words';
import { LeftToRight, Written } from '@tma/web/ui/direction';
import { Printed } from '@tma/web/ui/printed';
import { useState } from 'react';
import { useRole } from '../for-roles.tsx';
import { t as translate, useT } from '../texts.ts';
import { askForReports, csvFailureText, fetchFile } from './csv/download.ts';
import { recordsOf } from './csv/records.ts';
import css from './print-sheet.module.css';
import { type ListQuery, readSegment } from './segments.ts';

/** The most reports that are printed. */
const printLimit = 1000;

type Row = ReadonlyMap<string, string>;

interface Sheet {
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
      const rows = await (isHead ? fetchFile(askForReports(query), readRows) : readPages(query));
      if (rows.length === 0) setFailure(() => translate('print.nothing'));
      else {
        const at = new Date().toISOString();
        setSheet({ query, rows: rows.slice(0, printLimit), isCut: rows.length > printLimit, at });
      }
    } catch (error) {
      console.warn('The list could not be printed:', error);
      setFailure(() => csvFailureText(error, translate('print.failed')));
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
  let before: string | undefined;
  for (;;) {
    const page = await readSegment(query, before, undefined, limits.page.max);
    for (const { reference, location, issue, description } of page.rows)
      rows.push(new Map(Object.entries({ reference, location, issue, description })));
    if (page.end === null || rows.length > printLimit) return rows;
    before = page.end;
  }
}

/** The text of a stream in parts: not every browser can iterate over the stream itself. Ending early ends the stream. */
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

const columns = ['reference', 'location', 'issue', 'description', 'contact', 'done'] as const;

interface PrintSheetProps {
  sheet: Sheet;
  tehsil: string;
  /** Whom they are assigned to, in words; empty for anyone. */
  assignee: string;
  onDone: () => void;
}

/** A list on paper, to take along: one line a report, with a box to tick. */
export function PrintSheet({ sheet: { query, rows, isCut, at }, tehsil, assignee, onDone }: PrintSheetProps) {
  const t = useT();
  // Of what was printed: another filter may be shown by now.
  const filter = adminFilters.find(({ name }) => name === query.filter);
  const chosen = [
    query.q && t('print.search', { words: query.q }),
    query.issue && term('issue', query.issue),
    assignee && t('desk.assignedTo', { name: assignee }),
    isCut ? t('print.first', { count: printLimit }) : t('dashboard.count', { count: rows.length }),
    dayAndTime(at, useTimeZone()),
  ];
  const hasContacts = rows.some((row) => row.has('contact'));
  const shown = columns.filter((name) => name !== 'contact' || hasContacts);
  return (
    <Printed onDone={onDone}>
      <div className={css.head}>
        <h1>
          <Written>{tehsil}</Written>: {filter && term('filter', filter.label)}
        </h1>
        <p>{chosen.filter(Boolean).join(' · ')}</p>
      </div>
      <table className={css.table}>
        <thead>
          <tr>
            {shown.map((name) => (
              <th key={name} scope="col">
                {t(`print.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.get('reference')} row={row} hasContact={hasContacts} />
          ))}
        </tbody>
      </table>
    </Printed>
  );
}

const Line = ({ row, hasContact }: { row: Row; hasContact: boolean }) => (
  <tr>
    <td className={css.fixed}>
      <LeftToRight>{row.get('reference')}</LeftToRight>
    </td>
    <td>
      <Written>{row.get('location')}</Written>
    </td>
    <td>{term('issue', row.get('issue') ?? '')}</td>
    <td>
      <Written>{shortened(row.get('description') ?? '')}</Written>
    </td>
    {hasContact && (
      <td className={css.fixed}>
        <LeftToRight>{row.get('contact')}</LeftToRight>
      </td>
    )}
    <td>
      <span className={css.box} />
    </td>
  </tr>
);

/** Characters of a description that are printed: a line or two of its column. */
const descriptionLength = 120;

function shortened(description: string): string {
  const line = description.replaceAll(/\s+/g, ' ').trim();
  return line.length <= descriptionLength ? line : `${line.slice(0, descriptionLength).trimEnd()}...`;
}
