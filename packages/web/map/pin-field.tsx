import { useWords, type Words } from '@tma/web/language/words';
import { Button } from '@tma/web/ui/button';
import { lazily } from '@tma/web/ui/lazily';
import { useRef, useState } from 'react';
import css from './pin-field.module.css';
import type { Point } from './places.ts';
import { t, useT } from './texts.ts';
import { usePosition } from './use-position.ts';

const PinMap = lazily(() => import('./pin-map.tsx'));

/** A point as a form has it: numbers as text, empty where there is none. Metres of accuracy are there where a device found it. */
interface PinValue {
  lat: string;
  long: string;
  accuracy: string;
}

const noPin: PinValue = { lat: '', long: '', accuracy: '' };

const pointOf = ({ lat, long }: PinValue): Point | null =>
  lat && long ? { lat: Number(lat), long: Number(long) } : null;

const pinOf = ({ lat, long }: Point, accuracy = ''): PinValue => ({
  lat: String(Number(lat.toFixed(6))),
  long: String(Number(long.toFixed(6))),
  accuracy,
});

interface PinFieldProps {
  value: PinValue;
  onChange: (value: PinValue) => void;
}

/** Where something is, beside its words: found by the device, or a pin on a map. A help: every form is complete without it. */
export default function PinField({ value, onChange }: PinFieldProps) {
  const t = useT();
  const { box, said, point, start, position, move, remove } = usePin(value, onChange);
  const [isMapShown, setMapShown] = useState(false);
  return (
    <section ref={box} className={css.field} aria-label={t('title')}>
      <div className={css.buttons}>
        <Button look="quiet" busy={position.isAsking} onClick={() => position.ask()}>
          {t('usePosition')}
        </Button>
        <Button look="quiet" aria-expanded={isMapShown} onClick={() => setMapShown(!isMapShown)}>
          {t('showMap')}
        </Button>
        {point && (
          <Button look="plain" onClick={remove}>
            {t('removePin')}
          </Button>
        )}
      </div>
      <p role="status" className={css.said}>
        {said ?? (point && t('pinSet'))}
      </p>
      {isMapShown && <PinMap point={point} start={start} onMove={move} />}
    </section>
  );
}

function usePin(value: PinValue, onChange: PinFieldProps['onChange']) {
  const box = useRef<HTMLElement>(null);
  const [said, say] = useWords();
  const point = pointOf(value);
  const [start, setStart] = useState(point);
  /** @returns whether the pin is there now: it stays where it is while the form is being sent */
  const change = (next: PinValue): boolean => {
    if (box.current?.closest('fieldset:disabled')) return false;
    onChange(next);
    return true;
  };
  const position = usePosition((found, accuracy) => {
    const isSet = change(pinOf(found, String(accuracy)));
    if (isSet) setStart(found);
    return isSet;
  }, say);
  const move = (next: Point, words: Words) => {
    if (!change(pinOf(next))) return;
    position.callOff();
    say(words);
  };
  const remove = () => {
    position.callOff();
    change(noPin);
    say(() => t('removed'));
    box.current?.querySelector('button')?.focus();
  };
  return { box, said, point, start, position, move, remove };
}
