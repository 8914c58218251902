import { useTerm } from '@tma/web/language/terms';
import { At } from './at.tsx';
import css from './markers.module.css';
import { Shape } from './shape.tsx';
import { useT } from './texts.ts';

interface Placed {
  /** In CSS pixels from the middle of the map. */
  x: number;
  y: number;
  onPress: () => void;
}

/** A report on the map: a button named by its issue and status. */
export function Marker({ report, x, y, onPress }: Placed & { report: { issue: string; status: string } }) {
  const t = useT();
  const term = useTerm();
  const name = t('marker', { issue: term('issue', report.issue), status: term('status', report.status) });
  return (
    <At x={x} y={y}>
      <button type="button" className={css.marker} aria-label={name} title={name} onClick={onPress}>
        <Shape status={report.status} />
      </button>
    </At>
  );
}

/** Several reports in one place of the map: a button named by their number. */
export function GroupMarker({ count, x, y, onPress }: Placed & { count: number }) {
  const t = useT();
  return (
    <At x={x} y={y}>
      <button type="button" className={css.group} aria-label={t('group', { count })} onClick={onPress}>
        {count}
      </button>
    </At>
  );
}
