import type { Report } from '@tma/web/api/tables';
import { longDate } from '@tma/web/language/dates';
import { useT } from '../texts.ts';
import css from './answer-due.module.css';

/** The statuses in which an answer is owed. */
const owing: readonly string[] = ['Open', 'In Progress'];

/** By which day the report is to be answered; nothing once it is closed or dropped, and while the day is not known. */
export function AnswerDue({ report: { status, due } }: { report: Pick<Report, 'status' | 'due'> }) {
  const t = useT();
  if (!due || !owing.includes(status)) return null;
  return <p className={css.due}>{t('reports.due', { date: longDate(due) })}</p>;
}
