import { term } from '@tma/web/language/terms';
import { days, percent, type Table } from '../tables.ts';
import { useT } from '../texts.ts';
import type { Figures } from '../use-figures.ts';
import { Bars } from './bars.tsx';
import { Part } from './part.tsx';

/** How long reports of each type took; the table has those of which none was closed, too. */
export function TypesChart({ issues, table }: { issues: Figures['issues']; table: Table }) {
  const t = useT();
  const bars = issues.flatMap(({ issue, medianDays, withinDeadline }) => {
    if (medianDays === null) return [];
    const time = medianDays === 1 ? t('types.day') : t('types.days', { count: days(medianDays, t) });
    const share = withinDeadline === null ? [] : [t('types.share', { share: percent(withinDeadline, t) })];
    return [{ name: term('issue', issue), size: medianDays, text: [time, ...share].join(' · ') }];
  });
  return (
    <Part title={t('types.title')} table={table} hint={t('types.hint')}>
      {bars.length > 0 ? <Bars bars={bars} /> : <p>{t('types.none')}</p>}
    </Part>
  );
}
