import type { Words } from '@tma/web/language/words';
import { Button } from '@tma/web/ui/button';
import { useEffect, useRef } from 'react';
import { middleOf, useArea } from './area.ts';
import { Pin } from './at.tsx';
import type { Seen } from './drawing/index.ts';
import { MapFrame, type MapHandle } from './frame.tsx';
import css from './pin-field.module.css';
import { directionOf, distanceOf, moved, type Point, pixelsOf, type Step, stepOf } from './places.ts';
import { t, useT } from './texts.ts';

/** How far a key or a button moves the pin, in metres. */
const stepMetres = 10;
/** As near to the edge of the map as a pin may be, in CSS pixels. */
const margin = 48;

const steps = Object.keys(stepOf) as Step[];

interface PinMapProps {
  point: Point | null;
  /** Where it began; null where that is the middle of the area. */
  start: Point | null;
  /** With what is to be said of it. */
  onMove: (point: Point, said: Words) => void;
}

/** A map on which a pin is set by a press, and moved by keys and buttons. */
export default function PinMap({ point, start, onMove }: PinMapProps) {
  useT();
  const area = useArea();
  const { map, seen } = usePinInView(point);
  const from = start ?? (area ? middleOf(area) : null);
  if (!from) return null;
  const move = (to: Point) => onMove(to, () => wordsOf(from, to));
  const onStep = (step: Step) => move(moved(point ?? from, step, stepMetres));
  return (
    <div className={css.map}>
      <MapFrame
        ref={map}
        label={t('pinMap')}
        hint={t('pinHint')}
        begin={[point ?? from]}
        onStep={onStep}
        onTap={move}
        onRest={(now) => {
          seen.current = now;
        }}
      >
        {(now) => point && <Pin point={point} seen={now} />}
      </MapFrame>
      <div className={css.buttons}>
        {steps.map((step) => (
          <Button key={step} look="quiet" onClick={() => onStep(step)}>
            {t(`steps.${step}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** The pin never leaves what is to be seen of the map. */
function usePinInView(point: Point | null) {
  const map = useRef<MapHandle>(null);
  const seen = useRef<Seen>(null);
  useEffect(() => {
    if (!point || !seen.current) return;
    const [x, y] = pixelsOf(point, seen.current);
    const { width, height } = seen.current;
    if (Math.abs(x) > width / 2 - margin || Math.abs(y) > height / 2 - margin) map.current?.show(point);
  }, [point]);
  return { map, seen };
}

/** A kilometre and more is said in kilometres. */
const far = 1000;

/** Where a pin is, seen from where it began. */
function wordsOf(from: Point, to: Point): string {
  const metres = Math.round(distanceOf(from, to));
  if (metres === 0) return t('atStart');
  const distance =
    metres < far ? t('metres', { count: metres }) : t('kilometres', { count: (metres / far).toFixed(1) });
  const towards = directionOf(from, to);
  return t('fromStart', { distance, direction: t(`directions.${towards}`) });
}
