import type { CSSProperties, ReactNode } from 'react';
import { classes } from '../ui/class-names.ts';
import css from './at.module.css';
import { type Frame, type Point, pixelsOf } from './places.ts';

interface AtProps {
  /** In CSS pixels from the middle of the map, to the east and to the south. */
  x: number;
  y: number;
  /** What points down to the place, instead of lying on it. */
  pointing?: boolean;
  children: ReactNode;
}

/** Something in its place on the map: it stays there as the map moves. */
export const At = ({ x, y, pointing = false, children }: AtProps) => (
  <div className={classes(css.at, pointing && css.pointing)} style={{ '--x': x, '--y': y } as CSSProperties}>
    {children}
  </div>
);

export function Pin({ point, seen }: { point: Point; seen: Frame }) {
  const [x, y] = pixelsOf(point, seen);
  return (
    <At x={x} y={y} pointing>
      <svg className={css.pin} viewBox="0 0 24 32" width="30" height="40" aria-hidden="true">
        <path d="M12 31C12 31 23 19.5 23 12A11 11 0 1 0 1 12C1 19.5 12 31 12 31Z" />
        <circle cx="12" cy="12" r="4.5" />
      </svg>
    </At>
  );
}
