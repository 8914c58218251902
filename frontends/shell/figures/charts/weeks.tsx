import { longDate } from '@tma/web/language/dates';
import { scaleBand, scaleLinear } from 'd3-scale';
import type { Table } from '../tables.ts';
import { useT } from '../texts.ts';
import type { Figures } from '../use-figures.ts';
import { Part } from './part.tsx';
import css from './weeks.module.css';

/** Vertical sizes, in pixels; horizontal ones are in percent, so that the chart fits any width and paper. */
const height = 240;
const foot = 28;
const top = 12;
/** From this many weeks on, single points would overlap. */
const dense = 40;

interface WeeksChartProps {
  weeks: Figures['weeks'];
  table: Table;
}

/** Reports as bars and closings as a line: they differ in form, so also without colours. */
export function WeeksChart({ weeks, table }: WeeksChartProps) {
  const t = useT();
  const most = Math.max(1, ...weeks.flatMap(({ reported, closed }) => [reported, closed]));
  const y = scaleLinear([0, most], [height - foot, top]).nice(4);
  const ticks = y.ticks(4).filter(Number.isInteger);
  return (
    <Part title={t('weeks.title')} table={table}>
      <ul className={css.legend}>
        <li>
          <svg aria-hidden="true" width="16" height="16">
            <rect className={css.bar} x="2" y="1" width="12" height="15" />
          </svg>
          {t('weeks.reported')}
        </li>
        <li>
          <svg aria-hidden="true" width="32" height="16">
            <line className={css.line} x1="0" x2="32" y1="8" y2="8" />
            <circle className={css.point} cx="16" cy="8" r="4" />
          </svg>
          {t('weeks.closed')}
        </li>
      </ul>
      <div className={css.plot}>
        <svg aria-hidden="true" className={css.axis} height={height}>
          {ticks.map((tick) => (
            <text key={tick} className={css.number} x="100%" y={y(tick)} dy="0.32em">
              {tick.toLocaleString(t('locale'))}
            </text>
          ))}
        </svg>
        <svg aria-hidden="true" className={css.weeks} height={height}>
          {ticks.map((tick) => (
            <line key={tick} className={css.grid} x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
          ))}
          <Weeks weeks={weeks} y={y} />
        </svg>
      </div>
    </Part>
  );
}

/** The horizontal positions, in percent: a band for each week, and its middle. */
function acrossOf(weeks: Figures['weeks']) {
  const band = scaleBand(
    weeks.map(({ week }) => week),
    [0, 100],
  ).padding(0.25);
  const begin = (week: string) => band(week) ?? 0;
  return {
    begin,
    middle: (week: string) => begin(week) + band.bandwidth() / 2,
    width: band.bandwidth(),
    step: band.step(),
  };
}

interface PlotProps {
  weeks: Figures['weeks'];
  x: ReturnType<typeof acrossOf>;
  y: (count: number) => number;
}

function Weeks({ weeks, y }: Omit<PlotProps, 'x'>) {
  const t = useT();
  const x = acrossOf(weeks);
  return (
    <>
      {weeks.map(({ week, reported }) => (
        <rect
          key={week}
          className={css.bar}
          x={`${x.begin(week)}%`}
          width={`${x.width}%`}
          y={y(reported)}
          height={y(0) - y(reported)}
        />
      ))}
      <Closings weeks={weeks} x={x} y={y} />
      <Days weeks={weeks} x={x} />
      {weeks.map(({ week, reported, closed }) => (
        <rect
          key={week}
          className={css.over}
          x={`${x.middle(week) - x.step / 2}%`}
          width={`${x.step}%`}
          y="0"
          height={height}
        >
          <title>{t('weeks.point', { week: longDate(week), reported, closed })}</title>
        </rect>
      ))}
    </>
  );
}

/** The line of the closings. An outline separates it from the bars, also in grey. */
const Closings = ({ weeks, x, y }: PlotProps) => (
  <>
    {(['rim', 'line'] as const).map((part) => (
      <g key={part} className={css[part]}>
        {weeks.slice(1).map(({ week, closed }, index) => {
          const before = weeks[index] ?? { week, closed };
          const from = { x1: `${x.middle(before.week)}%`, y1: y(before.closed) };
          return <line key={week} {...from} x2={`${x.middle(week)}%`} y2={y(closed)} />;
        })}
      </g>
    ))}
    {weeks.length <= dense &&
      weeks.map(({ week, closed }) => (
        <circle key={week} className={css.point} cx={`${x.middle(week)}%`} cy={y(closed)} r="4" />
      ))}
  </>
);

/** The days below: eight have room in a wide window; on every phone four short ones have, or two with the year. */
function Days({ weeks, x }: Omit<PlotProps, 'y'>) {
  const t = useT();
  const isLong = weeks.length > 52;
  const style: Intl.DateTimeFormatOptions = isLong
    ? { month: 'short', year: 'numeric' }
    : { month: 'short', day: 'numeric' };
  const short = new Intl.DateTimeFormat(t('locale'), { ...style, timeZone: 'UTC' });
  const step = Math.max(1, Math.ceil(weeks.length / 8));
  const onPhones = step * (isLong ? 4 : 2);
  return weeks.map(({ week }, index) =>
    index % step === 0 ? (
      <text
        key={week}
        className={index % onPhones === 0 ? css.day : css.between}
        x={`${x.middle(week)}%`}
        y={height - 8}
      >
        {short.format(new Date(week))}
      </text>
    ) : null,
  );
}
