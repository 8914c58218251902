import type { Words } from '@tma/web/language/words';
import { useEffect, useRef, useState } from 'react';
import type { Point } from './places.ts';
import { t } from './texts.ts';

/** How long a device may take, in milliseconds. It finds its position anew: one that it knows already may be as rough as before. */
const options = { enableHighAccuracy: true, timeout: 20_000, maximumAge: 0 } as const;
/** What the portal takes, in metres: beyond that a position says nothing. */
const mostAccuracy = 10_000;

/** `GeolocationPositionError.code`. */
const failures = { 1: 'refused', 2: 'unavailable', 3: 'tooLong' } as const;

/**
 * Asks the device where it is, once that is called: a browser asks its owner then (W3C Geolocation).
 * @param onFound gets the accuracy in whole metres, and returns whether the position was taken
 */
export function usePosition(
  onFound: (point: Point, accuracy: number) => boolean,
  say: (words: Words | undefined) => void,
) {
  const [isAsking, setAsking] = useState(false);
  // How often it was asked or called off: an answer to anything but the last of these comes too late.
  const asked = useRef(0);
  useEffect(
    () => () => {
      asked.current += 1;
    },
    [],
  );
  const end = (words?: Words) => {
    setAsking(false);
    say(words);
  };
  const ask = () => {
    // A page without TLS has none.
    if (!('geolocation' in navigator)) return say(() => t('unavailable'));
    asked.current += 1;
    const mine = asked.current;
    setAsking(true);
    say(() => t('finding'));
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: long, accuracy } }) => {
        if (mine !== asked.current) return;
        const metres = Math.ceil(accuracy);
        if (metres > mostAccuracy)
          return end(() => t('tooRough', { distance: t('kilometres', { count: Math.round(metres / 1000) }) }));
        const isTaken = onFound({ lat, long }, metres);
        end(isTaken ? () => t('found', { distance: t('metres', { count: metres }) }) : undefined);
      },
      ({ code }) => {
        if (mine === asked.current) end(() => t(failures[code as keyof typeof failures] ?? 'unavailable'));
      },
      options,
    );
  };
  /** For who has said by other means where it is. */
  const callOff = () => {
    asked.current += 1;
    setAsking(false);
  };
  return { isAsking, ask, callOff };
}
