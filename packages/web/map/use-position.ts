import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import type { Words } from '@tma/web/language/words';
import { useState } from 'react';
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
 * @param onFound gets the accuracy in whole metres
 */
export function usePosition(onFound: (point: Point, accuracy: number) => void, say: (words: Words) => void) {
  const [isAsking, setAsking] = useState(false);
  const isMounted = useIsMounted();
  const end = (words: Words) => {
    setAsking(false);
    say(words);
  };
  const ask = () => {
    // A page without TLS has none.
    if (!('geolocation' in navigator)) return say(() => t('unavailable'));
    setAsking(true);
    say(() => t('finding'));
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: long, accuracy } }) => {
        if (!isMounted.current) return;
        const metres = Math.ceil(accuracy);
        if (metres > mostAccuracy)
          return end(() => t('tooRough', { distance: t('kilometres', { count: Math.round(metres / 1000) }) }));
        onFound({ lat, long }, metres);
        end(() => t('found', { distance: t('metres', { count: metres }) }));
      },
      ({ code }) => {
        if (isMounted.current) end(() => t(failures[code as keyof typeof failures] ?? 'unavailable'));
      },
      options,
    );
  };
  return { isAsking, ask };
}
