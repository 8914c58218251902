import type { Report } from '@tma/web/api/tables';
import { longDate } from '@tma/web/language/dates';
import { useT } from '../texts.ts';
import css from './answer-due.module.css';

/** By which day the report is to be answered; nothing once it is closed or dropped, and while the day is not known. */
export function AnswerDue({ report: { phase, due } }: { report: Pick<Report, 'phase' | 'due'> }) {
  const t = useT();
  if (!due || phase !== 'open') return null;
  return <p className={css.due}>{t('reports.due', { date: longDate(due) })}</p>;
}
