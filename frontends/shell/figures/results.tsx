import { saveFile } from '@tma/web/api/save-file';
import { Button } from '@tma/web/ui/button';
import { EmptyState } from '@tma/web/ui/empty-state';
import { ClosuresChart, TypesChart } from './charts/bars.tsx';
import { WeeksChart } from './charts/weeks.tsx';
import { csvOf } from './csv.ts';
import css from './figures.module.css';
import { tablesOf } from './tables.ts';
import { useT } from './texts.ts';
import type { Figures } from './use-figures.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Whether nothing happened in the range; reports that are open now do not count. */
const isNothing = ({ weeks, issues, closures }: Figures) =>
  sum([
    ...weeks.flatMap(({ reported, closed, disputed }) => [reported, closed, disputed]),
    ...issues.map(({ closed }) => closed),
    ...Object.values(closures),
  ]) === 0;

/** A tehsil's figures: the sums, and a chart for each part. */
export function Results({ figures }: { figures: Figures }) {
  const t = useT();
  if (isNothing(figures)) return <EmptyState title={t('none')} />;
  const { weeks, issues } = figures;
  const tables = tablesOf(figures, t);
  const sums = [
    ['weeks.reported', sum(weeks.map(({ reported }) => reported))],
    ['weeks.closed', sum(weeks.map(({ closed }) => closed))],
    ['types.open', sum(issues.map(({ open }) => open))],
    ['types.overdue', sum(issues.map(({ overdue }) => overdue))],
  ] as const;
  return (
    <>
      <dl className={css.sums}>
        {sums.map(([name, count]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{count.toLocaleString(t('locale'))}</dd>
          </div>
        ))}
      </dl>
      <WeeksChart weeks={weeks} table={tables.weeks} />
      <div className={css.pair}>
        <TypesChart issues={issues} table={tables.types} />
        <ClosuresChart closures={figures.closures} table={tables.closures} />
      </div>
    </>
  );
}

/** A button that saves all figures as a file, made in the browser. */
export function Download({ figures }: { figures: Figures }) {
  const t = useT();
  const { tehsil, from, to } = figures;
  const save = () =>
    saveFile(new Blob([csvOf(figures, t)], { type: 'text/csv' }), `figures-${tehsil}-${from}-${to}.csv`);
  return (
    <Button look="quiet" className={css.download} onClick={save}>
      {t('download')}
    </Button>
  );
}
