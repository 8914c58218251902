/** The figures as one table for a spreadsheet (RFC 4180), made from what is shown. */
import { byteOrderMark, csvLine } from '@tma/contracts/csv';
import { term } from '@tma/web/language/terms';
import { answers } from './tables.ts';
import { t } from './texts.ts';
import type { Figures } from './use-figures.ts';

type Cell = string | number | null;

/**
 * One line for each week, each type and each answer of reporters; columns that do not apply to a line are empty.
 * Numbers are in machine-readable form, shares from 0 to 1. It begins with a byte order mark, without which
 * spreadsheets guess the encoding.
 */
export function csvOf({ weeks, issues, closures }: Figures): string {
  const head = [
    t('csv.part'),
    t('csv.of'),
    ...[t('weeks.reported'), t('weeks.closed'), t('weeks.disputed')],
    ...[t('types.open'), t('types.overdue'), t('types.median'), t('types.inTime')],
  ];
  const lines: Cell[][] = [
    ...weeks.map((row) => [t('csv.week'), row.week, row.reported, row.closed, row.disputed]),
    ...issues.map((row) => {
      const { open, overdue, closed, medianDays, withinDeadline } = row;
      return [t('csv.type'), term('issue', row.issue), null, closed, null, open, overdue, medianDays, withinDeadline];
    }),
    ...answers.map((name) => [t('csv.closure'), t(`closures.${name}`), closures[name]]),
  ];
  const texts = [head, ...lines].map((line) => head.map((_name, column) => line[column]?.toString() ?? null));
  return byteOrderMark + texts.map(csvLine).join('');
}
