import { Button } from '@tma/web/ui/button';
import { Spinner } from '@tma/web/ui/spinner';
import { TryAgain } from '@tma/web/ui/try-again';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useImperativeHandle, useRef } from 'react';
import shared from '../shared.module.css';
import { classes } from '../ui/class-names.ts';
import type { Area } from './area.ts';
import type { DrawnMap, Seen } from './drawing/index.ts';
import './colours.css';
import css from './frame.module.css';
import { Outlines } from './outlines.tsx';
import { type Point, type Step, stepOf, stepOfKey } from './places.ts';
import { useT } from './texts.ts';
import { useDrawnMap } from './use-drawn-map.ts';

/** What a map can be told once it is drawn. */
export interface MapHandle extends Pick<DrawnMap, 'show' | 'fit' | 'canZoomIn'> {
  focus: () => void;
}

interface MapFrameProps {
  /** What it is called, and how it is worked by keys. */
  label: string;
  hint?: string;
  /** Where it begins: all of these in view. Read once. */
  begin: readonly Point[];
  /** It can be looked at, and no more. */
  still?: boolean;
  /** The arrow keys; without it they move the map. */
  onStep?: (step: Step) => void;
  onTap?: (point: Point) => void;
  /** What is to be seen, each time that it has come to rest. */
  onRest?: (seen: Seen) => void;
  className?: string | undefined;
  ref?: Ref<MapHandle>;
  /** What stands on the map, placed by what is to be seen (`At`). */
  children: (seen: Seen) => ReactNode;
}

const nothing = () => undefined;

/** A map with its buttons, and below it whose it is. */
export function MapFrame({ label, hint, className, ref, children, ...props }: MapFrameProps) {
  const { begin, still = false, onStep, onTap = nothing, onRest = nothing } = props;
  const canvas = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const map = useDrawnMap({ canvas, above }, { begin, still, onTap, onRest });
  const hintId = useId();
  useImperativeHandle(ref, () => ({
    show: (point) => map.drawn.current?.show(point),
    fit: (points) => map.drawn.current?.fit(points),
    canZoomIn: () => map.drawn.current?.canZoomIn() ?? false,
    focus: () => canvas.current?.focus(),
  }));
  const step = (to: Step) => {
    const [east, north] = stepOf[to];
    if (onStep) onStep(to);
    else map.drawn.current?.panBy(east / 4, north / 4);
  };
  return (
    <div className={classes(css.map, className)} data-map="">
      {/* What is north is above, and what is east is right of it, also for those who read from the right. */}
      <div className={css.frame} dir="ltr">
        <Canvas ref={canvas} label={label} hintId={hint && hintId} onStep={still ? null : step} />
        <div ref={above} className={css.above}>
          {map.seen && map.area?.outlines && (
            <Outlines path={map.area.outlines} seen={map.seen} onMissing={map.noteMissing} />
          )}
          {map.seen && children(map.seen)}
        </div>
        {map.isDrawn && !still && <Zoom onZoom={(levels) => map.drawn.current?.zoomBy(levels)} />}
        {!map.isDrawn && <Notice isFailed={map.isFailed} onRetry={map.retry} />}
      </div>
      {hint && (
        <p id={hintId} className={shared.soft}>
          {hint}
        </p>
      )}
      {map.area && <Attribution area={map.area} isMissing={map.isMissing} />}
    </div>
  );
}

/** Whose the map is. */
function Attribution({ area, isMissing }: { area: Area; isMissing: boolean }) {
  const t = useT();
  return (
    <p className={shared.soft} dir="auto">
      {isMissing ? t('missing') : area.tiles ? area.attribution : t('grid')}
    </p>
  );
}

interface CanvasProps {
  ref: Ref<HTMLDivElement>;
  label: string;
  hintId: string | undefined;
  /** The arrow keys; null for a map that can be looked at, and no more. */
  onStep: ((step: Step) => void) | null;
}

/** What the map is drawn into. */
function Canvas({ ref, label, hintId, onStep }: CanvasProps) {
  if (!onStep) return <div ref={ref} className={css.canvas} role="img" aria-label={label} />;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOfKey[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    onStep(step);
  };
  return (
    <div
      ref={ref}
      className={css.canvas}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is worked by keys (WAI-ARIA 1.2)
      tabIndex={0}
      aria-label={label}
      aria-describedby={hintId}
      onKeyDown={onKeyDown}
    />
  );
}

function Zoom({ onZoom }: { onZoom: (levels: number) => void }) {
  const t = useT();
  return (
    <div className={css.zoom}>
      <Button look="quiet" aria-label={t('zoomIn')} onClick={() => onZoom(1)}>
        <span aria-hidden="true">+</span>
      </Button>
      <Button look="quiet" aria-label={t('zoomOut')} onClick={() => onZoom(-1)}>
        <span aria-hidden="true">−</span>
      </Button>
    </div>
  );
}

/** What stands in the place of a map that is not drawn yet, or could not be. */
function Notice({ isFailed, onRetry }: { isFailed: boolean; onRetry: () => void }) {
  const t = useT();
  const failed = (
    <div role="alert">
      <p>{t('failed')}</p>
      <TryAgain onClick={onRetry} />
    </div>
  );
  // Its words are the page's: they do not run the way of the map.
  return (
    <div className={css.notice} dir="auto">
      {isFailed ? failed : <Spinner />}
    </div>
  );
}
