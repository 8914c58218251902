import { term } from '@tma/web/language/terms';
import { scaleLinear } from 'd3-scale';
import { answers, days, percent, type Table } from '../tables.ts';
import { useT } from '../texts.ts';
import type { Figures } from '../use-figures.ts';
import css from './bars.module.css';
import { Part } from './part.tsx';

/** How long reports of each type took; only the table has types without closed reports. */
export function TypesChart({ issues, table }: { issues: Figures['issues']; table: Table }) {
  const t = useT();
  const bars = issues.flatMap(({ issue, medianDays, withinDeadline }) => {
    if (medianDays === null) return [];
    const time = medianDays === 1 ? t('types.day') : t('types.days', { count: days(medianDays) });
    const share = withinDeadline === null ? [] : [t('types.share', { share: percent(withinDeadline) })];
    return [{ name: term('issue', issue), size: medianDays, text: [time, ...share].join(' · ') }];
  });
  return (
    <Part title={t('types.title')} table={table} hint={t('types.hint')}>
      {bars.length > 0 ? <Bars bars={bars} /> : <p>{t('types.none')}</p>}
    </Part>
  );
}

/** The reporters' answers to the last closure, if it began in the range. */
export function ClosuresChart({ closures, table }: { closures: Figures['closures']; table: Table }) {
  const t = useT();
  const bars = answers.map((name) => ({
    name: t(`closures.${name}`),
    size: closures[name],
    text: closures[name].toLocaleString(t('locale')),
  }));
  return (
    <Part title={t('closures.title')} table={table}>
      <Bars bars={bars} />
    </Part>
  );
}

interface Bar {
  name: string;
  size: number;
  /** The text at the bar. */
  text: string;
}

/** Horizontal bars, each below its name: names may be long, and windows narrow. */
function Bars({ bars }: { bars: readonly Bar[] }) {
  const width = scaleLinear([0, Math.max(1, ...bars.map(({ size }) => size))], [0, 100]);
  return (
    <ul className={css.bars}>
      {bars.map(({ name, size, text }) => (
        <li key={name}>
          <span>{name}</span> <span className={css.value}>{text}</span>
          <svg aria-hidden="true" className={css.track} height="14">
            <rect className={css.bar} width={`${width(size)}%`} height="14" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
