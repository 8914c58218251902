import { Pin } from './at.tsx';
import { MapFrame } from './frame.tsx';
import css from './place-map.module.css';
import type { Point } from './places.ts';

interface PlaceMapProps {
  /** What it shows, in words: it is a picture to who does not see it. */
  label: string;
  points: readonly Point[];
}

/** A small map that shows where something is. It is not worked. */
export default function PlaceMap({ label, points }: PlaceMapProps) {
  const key = points.map(({ lat, long }) => `${lat} ${long}`).join();
  return (
    <MapFrame key={key} label={label} begin={points} still className={css.small}>
      {(seen) =>
        points.map((point) => <Pin key={`${point.lat} ${point.long}`} point={point} seen={seen} />)
      }
    </MapFrame>
  );
}
