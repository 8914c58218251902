import type { Report } from '@tma/web/api/tables';
import { useT } from '../texts.ts';
import { useWaiting } from './use-reports.ts';
import css from './waiting.module.css';

/** On the card of a report that waits for its reporter's answer. */
export function Waiting() {
  const t = useT();
  return <p className={css.waiting}>{t('reports.waitingForYou')}</p>;
}

interface WaitingLineProps {
  userId: string;
  /** The reports that are loaded, and whether these are all. */
  reports: readonly Report[];
  isWhole: boolean;
}

/** Above the cards: how many reports of the whole list wait for an answer; nothing when none does. */
export function WaitingLine({ userId, reports, isWhole }: WaitingLineProps) {
  const t = useT();
  const count = useWaiting(userId, reports, isWhole);
  if (count === 0) return null;
  return <p className={css.line}>{count === 1 ? t('reports.oneWaits') : t('reports.manyWait', { count })}</p>;
}
