import { useLoading } from '@tma/web/hooks/use-loading';
import { useLanguage } from '@tma/web/language/language';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { middleOf, useArea } from './area.ts';
import type { DrawnMap, Seen } from './drawing/index.ts';
import type { Frame, Point } from './places.ts';

interface Wanted {
  /** Where the map begins: all of these in view; without any, the middle of the area. */
  begin: readonly Point[];
  still: boolean;
  onTap: (point: Point) => void;
  onRest: (seen: Seen) => void;
}

/** How near a map is that begins with one point: the houses beside a street. */
const nearby = 17;

/**
 * The map in an element, drawn once its code and what is known of the area are here. `seen` is what it shows at rest: what stands on
 * it is placed by that, and follows a movement by custom properties of `above` alone, without being drawn anew.
 */
export function useDrawnMap(
  { canvas, above }: Record<'canvas' | 'above', RefObject<HTMLElement | null>>,
  { begin, still, ...wanted }: Wanted,
) {
  const area = useArea();
  const language = useLanguage();
  const [code, retry] = useLoading('The map', () => import('./drawing/index.ts'));
  const [isDrawn, setDrawn] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [seen, setSeen] = useState<Seen>();
  const drawn = useRef<DrawnMap>(null);
  const latest = useRef<Seen>(null);
  const noteMissing = () => setMissing(true);
  const onTap = useEffectEvent(wanted.onTap);
  const follow = useEffectEvent((now: Seen) => {
    latest.current = now;
    if (canvas.current) placeGrid(canvas.current, now);
    if (above.current && seen) placeAbove(above.current, seen, now);
  });
  const rest = useEffectEvent((now: Seen) => {
    setSeen(now);
    wanted.onRest(now);
  });
  const draw = useEffectEvent((drawMap: typeof import('./drawing/index.ts')['drawMap']) => {
    const target = canvas.current;
    if (!target || !area) return;
    const middle = begin[0] ?? middleOf(area);
    const tell = { onFrame: follow, onRest: rest, onTap, onMissing: noteMissing };
    drawn.current = drawMap(target, { area, middle, zoom: begin.length > 0 ? nearby : area.zoom, still, ...tell });
    if (begin.length > 1) drawn.current.fit(begin, { atOnce: true });
    setDrawn(true);
  });
  useEffect(() => {
    if (!area || typeof code === 'string') return;
    draw(code.drawMap);
    return () => {
      drawn.current?.end();
      drawn.current = null;
    };
  }, [area, code]);
  useEffect(() => drawn.current?.redraw(language), [language]);
  // What is placed anew stands where the map is by now.
  useLayoutEffect(() => {
    if (above.current && seen) placeAbove(above.current, seen, latest.current ?? seen);
  }, [above, seen]);
  return { area, isFailed: code === 'failed', isDrawn, isMissing, noteMissing, seen, drawn, retry };
}

/** Moves what was placed by one frame to where it is in another. */
function placeAbove({ style }: HTMLElement, placed: Frame, now: Frame) {
  style.setProperty('--scale', String(placed.resolution / now.resolution));
  style.setProperty('--east', String((placed.middle[0] - now.middle[0]) / now.resolution));
  style.setProperty('--south', String((now.middle[1] - placed.middle[1]) / now.resolution));
}

/** A line of the grid is not nearer to the next than this, in CSS pixels. */
const closest = 48;

/** Lays the lines of the grid through places that stay as the map moves. */
function placeGrid({ style }: HTMLElement, { middle: [east, north], resolution, width, height }: Seen) {
  const cell = 2 ** Math.ceil(Math.log2(closest * resolution));
  const rest = (from: number) => (((-from % cell) + cell) % cell) / resolution;
  style.setProperty('--cell', `${cell / resolution}px`);
  style.setProperty('--grid-x', `${rest(east - (width / 2) * resolution)}px`);
  style.setProperty('--grid-y', `${rest(-north - (height / 2) * resolution)}px`);
}
