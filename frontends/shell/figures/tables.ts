/** The figures as tables: what the charts show, in words and numbers. */
import { longDate } from '@tma/web/language/dates';
import { term } from '@tma/web/language/terms';
import { t } from './texts.ts';
import type { Figures } from './use-figures.ts';

export interface Table {
  /** The first column names the rows. */
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

const weekColumns = ['reported', 'closed', 'disputed'] as const;
const typeColumns = ['open', 'overdue', 'closed', 'median', 'inTime'] as const;
export const answers = ['confirmed', 'disputed', 'unanswered', 'withoutProof'] as const;

/** A share from 0 to 1 in whole percent. */
export const percent = (share: number) => new Intl.NumberFormat(t('locale'), { style: 'percent' }).format(share);

/** Days with one digit after the point at most. */
export const days = (count: number) => new Intl.NumberFormat(t('locale'), { maximumFractionDigits: 1 }).format(count);

export function tablesOf({ weeks, issues, closures }: Figures) {
  const number = (count: number) => count.toLocaleString(t('locale'));
  return {
    weeks: {
      head: [t('weeks.week'), ...weekColumns.map((name) => t(`weeks.${name}`))],
      rows: weeks.map((row) => [longDate(row.week), ...weekColumns.map((name) => number(row[name]))]),
    },
    types: {
      head: [t('types.type'), ...typeColumns.map((name) => t(`types.${name}`))],
      rows: issues.map(({ issue, open, overdue, closed, medianDays, withinDeadline }) => [
        term('issue', issue),
        ...[open, overdue, closed].map(number),
        medianDays === null ? '–' : days(medianDays),
        withinDeadline === null ? '–' : percent(withinDeadline),
      ]),
    },
    closures: {
      head: [t('closures.answer'), t('closures.reports')],
      rows: answers.map((name) => [t(`closures.${name}`), number(closures[name])]),
    },
  } satisfies Record<string, Table>;
}
