import { longDate } from '@tma/web/language/dates';
import { useT } from '../../texts.ts';
import type { AdminReport } from '../segments.ts';
import css from './due-words.module.css';

interface DueWordsProps {
  report: AdminReport;
  /** In the list: says also whom it is assigned to. */
  listed?: boolean;
}

/** When an answer is due, or since when it is overdue, and whom the report is assigned to; each in words of its own element. */
export function DueWords({ report, listed = false }: DueWordsProps) {
  const t = useT();
  const { due, overdue } = report;
  const assignee = listed ? report.assignee : null;
  const date = due && (overdue || report.phase === 'open') ? longDate(due) : null;
  if (!date && !assignee) return null;
  return (
    <div className={listed ? `${css.words} ${css.listed}` : css.words}>
      {date && overdue && <p className={css.overdue}>{t('desk.overdue', { date })}</p>}
      {date && !overdue && <p className={css.due}>{t('desk.due', { date })}</p>}
      {assignee && <p className={css.assignee}>{t('desk.assignedTo', { name: assignee.name })}</p>}
    </div>
  );
}
