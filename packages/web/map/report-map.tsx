import { mostInBox } from '@tma/contracts/limits';
import { statuses } from '@tma/contracts/reports/statuses';
import { useT as useWebT } from '@tma/web/language/own-texts';
import { term } from '@tma/web/language/terms';
import { Button } from '@tma/web/ui/button';
import { type ReactNode, useRef, useState } from 'react';
import type { Seen } from './drawing/index.ts';
import { MapFrame, type MapHandle } from './frame.tsx';
import { groupsOf } from './groups.ts';
import { Here } from './here.tsx';
import type { MapReport } from './map-report.ts';
import { GroupMarker, Marker } from './markers.tsx';
import type { Point } from './places.ts';
import css from './report-map.module.css';
import { Shape } from './shape.tsx';
import { useT } from './texts.ts';
import { type Read, useReportsOnMap } from './use-reports-on-map.ts';

interface ReportMapProps<R extends MapReport> {
  label: string;
  /** Those that are known already, also such as have no point: the map begins with them. */
  known: readonly R[];
  /** What they are found by in the memory of answers. */
  queryKey: readonly unknown[];
  read: Read<R>;
  onOpen: (report: R) => void;
  /** The same reports as a list. */
  children: ReactNode;
}

const placeOf = ({ lat, long }: MapReport): Point => ({ lat: lat ?? 0, long: long ?? 0 });
const hasPlace = ({ lat, long }: MapReport) => lat !== null && long !== null;

/** A map of reports beside their list. Markers that would cover each other are one, with their number. */
export default function ReportMap<R extends MapReport>({
  label,
  known,
  queryKey,
  read,
  onOpen,
  children,
}: ReportMapProps<R>) {
  const t = useT();
  const webT = useWebT();
  const map = useRef<MapHandle>(null);
  const [together, setTogether] = useState<readonly R[] | null>(null);
  const { found, onRest } = useReportsOnMap(queryKey, read);
  const reports = (found.data ?? known).filter(hasPlace);
  const openGroup = (members: readonly R[]) => {
    const places = new Set(members.map(({ lat, long }) => `${lat} ${long}`));
    if (places.size === 1 || !map.current?.canZoomIn()) return setTogether(members);
    // The group is gone then, and the focus with it.
    map.current.focus();
    map.current.fit(members.map(placeOf));
  };
  const marker = (members: readonly R[], x: number, y: number) => {
    const [first] = members;
    if (!first) return null;
    if (members.length > 1)
      return <GroupMarker key={first.id} x={x} y={y} count={members.length} onPress={() => openGroup(members)} />;
    return <Marker key={first.id} x={x} y={y} report={first} onPress={() => onOpen(first)} />;
  };
  const markers = (seen: Seen) => groupsOf(reports, placeOf, seen).map(({ members, x, y }) => marker(members, x, y));
  const count = found.data?.length;
  return (
    <div className={css.both}>
      <div className={css.side}>
        <MapFrame
          ref={map}
          label={label}
          hint={t('listHint')}
          begin={known.filter(hasPlace).map(placeOf)}
          onRest={onRest}
        >
          {markers}
        </MapFrame>
        <p role="status" className={css.count}>
          {found.isError
            ? t('hereFailed')
            : count === undefined
              ? ''
              : count >= mostInBox
                ? t('most', { count })
                : t('here', { count })}
          {found.isError && (
            <Button look="plain" onClick={() => found.refetch()}>
              {webT('ui.tryAgain')}
            </Button>
          )}
        </p>
        <ul className={css.legend} aria-label={t('legend')}>
          {statuses.map(({ name }) => (
            <li key={name}>
              <Shape status={name} /> {term('status', name)}
            </li>
          ))}
        </ul>
      </div>
      <div className={css.list}>{children}</div>
      {together && <Here reports={together} onOpen={onOpen} onClose={() => setTogether(null)} />}
    </div>
  );
}
