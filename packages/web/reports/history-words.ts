import { useT } from '@tma/web/language/own-texts';
import { useTerm } from '@tma/web/language/terms';
import type { Line } from './history-lines.ts';

/** What an entry of a history was, in words. @param own whether its report's reporter reads it, for whom a note is a message */
export function useHistoryWords(own: boolean): (what: Line['what']) => string[] {
  const t = useT();
  const term = useTerm();
  return (what) =>
    what.map((one) => {
      if (typeof one === 'string') return own && one === 'noted' ? t('history.message') : t(`history.${one}`);
      if ('status' in one) return t('history.status', { status: term('status', one.status) });
      return one.assignee === null ? t('history.assignedToNobody') : t('history.assignedTo', { name: one.assignee });
    });
}
