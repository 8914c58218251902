import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { mostInBox } from '@tma/contracts/limits';
import { statuses } from '@tma/contracts/reports/statuses';
import { refreshInterval } from '@tma/web/api/query';
import { term } from '@tma/web/language/terms';
import { TryAgain } from '@tma/web/ui/try-again';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Seen } from './drawing/index.ts';
import { MapFrame, type MapHandle } from './frame.tsx';
import { groupsOf } from './groups.ts';
import { Here, type MapReport } from './here.tsx';
import { GroupMarker, Marker } from './markers.tsx';
import { boxOf, mostOf, type Point } from './places.ts';
import css from './report-map.module.css';
import { Shape } from './shape.tsx';
import { useT } from './texts.ts';

type Read<R> = (bbox: string, signal: AbortSignal) => Promise<readonly R[]>;

export interface ReportMapProps<R extends MapReport> {
  label: string;
  /** Those that are known already, also those without a point: the map begins with them. */
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
export default function ReportMap<R extends MapReport>(props: ReportMapProps<R>) {
  const { label, known, queryKey, read, onOpen, children } = props;
  const t = useT();
  const map = useRef<MapHandle>(null);
  const [together, setTogether] = useState<readonly R[] | null>(null);
  const { found, onRest } = useReportsOnMap(queryKey, read);
  const reports = (found.data ?? known).filter(hasPlace);
  const begin = mostOf(known.filter(hasPlace).map(placeOf));
  const openGroup = (members: readonly R[]) => {
    const places = new Set(members.map(({ lat, long }) => `${lat} ${long}`));
    if (places.size === 1 || !map.current?.canZoomIn()) return setTogether(members);
    // The group is gone then, and the focus with it.
    map.current.focus();
    map.current.fit(members.map(placeOf));
  };
  const markers = (seen: Seen) =>
    groupsOf(reports, placeOf, seen).map(({ members, x, y }) => {
      const [first] = members;
      if (!first) return null;
      if (members.length === 1)
        return <Marker key={first.id} x={x} y={y} report={first} onPress={() => onOpen(first)} />;
      return <GroupMarker key={first.id} x={x} y={y} count={members.length} onPress={() => openGroup(members)} />;
    });
  return (
    <div className={css.both}>
      <div className={css.side}>
        <MapFrame ref={map} label={label} hint={t('listHint')} begin={begin} onRest={onRest}>
          {markers}
        </MapFrame>
        <Count count={found.data?.length} onRetry={found.isError ? () => found.refetch() : null} />
        <Legend />
      </div>
      <div className={css.list}>{children}</div>
      {together && <Here reports={together} onOpen={onOpen} onClose={() => setTogether(null)} />}
    </div>
  );
}

/** How long a map is at rest before it is asked what is on it, in milliseconds. */
const pause = 300;

/**
 * The reports on the part of the map that is to be seen: asked for once it is at rest, and again as long as it is. What was asked of
 * another part is dropped; what was there stays until the new is.
 */
function useReportsOnMap<R>(key: readonly unknown[], read: Read<R>) {
  const [seen, setSeen] = useState<Seen>();
  const [bbox, setBox] = useState<string>();
  useEffect(() => {
    if (!seen || seen.width === 0) return;
    const timer = setTimeout(() => setBox(boxOf(seen, seen.width, seen.height)), pause);
    return () => clearTimeout(timer);
  }, [seen]);
  const found = useQuery({
    queryKey: [...key, bbox],
    queryFn: ({ signal }) => read(bbox ?? '', signal),
    enabled: bbox !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refreshInterval,
    // A part may be a thousand reports, and each pause of a movement is another part.
    gcTime: refreshInterval,
  });
  return { found, onRest: setSeen };
}

/** How many there are in view. @param onRetry where they could not be read */
function Count({ count, onRetry }: { count: number | undefined; onRetry: (() => void) | null }) {
  const t = useT();
  const words = count === undefined ? '' : count >= mostInBox ? t('most', { count }) : t('here', { count });
  return (
    <p role="status" className={css.count}>
      {onRetry ? t('hereFailed') : words}
      {onRetry && <TryAgain onClick={onRetry} />}
    </p>
  );
}

function Legend() {
  const t = useT();
  return (
    <ul className={css.legend} aria-label={t('legend')}>
      {statuses.map(({ name }) => (
        <li key={name}>
          <Shape status={name} /> {term('status', name)}
        </li>
      ))}
    </ul>
  );
}
