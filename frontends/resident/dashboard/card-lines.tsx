import type { Report } from '@tma/web/api/tables';
import { longDate } from '@tma/web/language/dates';
import { useT } from '../texts.ts';
import css from './card-lines.module.css';
import { useWaitingForYou } from './use-reports.ts';

/** By which day the report is to be answered; nothing once it is closed or dropped, and while the day is not known. */
export function AnswerDue({ report: { phase, due } }: { report: Pick<Report, 'phase' | 'due'> }) {
  const t = useT();
  if (!due || phase !== 'open') return null;
  return <p className={css.due}>{t('reports.due', { date: longDate(due) })}</p>;
}

/** On the card of a report that waits for its reporter's answer. */
export function WaitingForYou() {
  const t = useT();
  return <p className={css.waitingForYou}>{t('reports.waitingForYou')}</p>;
}

interface WaitingForYouLineProps {
  userId: string;
  /** The reports that are loaded, and whether these are all. */
  reports: readonly Report[];
  isWhole: boolean;
}

/** Above the cards: how many reports of the whole list wait for an answer; nothing when none does. */
export function WaitingForYouLine({ userId, reports, isWhole }: WaitingForYouLineProps) {
  const t = useT();
  const count = useWaitingForYou(userId, reports, isWhole);
  if (count === 0) return null;
  return <p className={css.line}>{count === 1 ? t('reports.oneWaits') : t('reports.manyWait', { count })}</p>;
}
