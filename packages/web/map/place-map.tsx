import { Pin } from './at.tsx';
import { MapFrame } from './frame.tsx';
import css from './place-map.module.css';
import type { Point } from './places.ts';

interface PlaceMapProps {
  /** What it shows, in words: to a screen reader it is a picture. */
  label: string;
  point: Point;
}

/** A small map that shows where something is. It is not worked. */
export default function PlaceMap({ label, point }: PlaceMapProps) {
  return (
    <MapFrame key={`${point.lat} ${point.long}`} label={label} begin={[point]} still className={css.small}>
      {(seen) => <Pin point={point} seen={seen} />}
    </MapFrame>
  );
}
