import { useT } from '@tma/web/language/own-texts';
import { Button } from '@tma/web/ui/button';
import { lazily } from '@tma/web/ui/lazily';
import { type ReactNode, useState } from 'react';

const PlaceMap = lazily(() => import('../map/place-map.tsx'));

export interface Placed {
  lat?: number | null;
  long?: number | null;
  location: string;
}

interface OnMapProps {
  report: Placed;
  /** Below the map, once it is shown. */
  children?: ReactNode;
}

/** Where a report is, on a map that is loaded once it is asked for. Nothing of a report that has no point. */
export function OnMap({ report: { lat, long, location }, children }: OnMapProps) {
  const t = useT();
  const [isShown, setShown] = useState(false);
  if (typeof lat !== 'number' || typeof long !== 'number') return null;
  return (
    <>
      <div>
        <Button look="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t('report.showOnMap')}
        </Button>
      </div>
      {isShown && <PlaceMap label={t('report.mapOf', { location })} point={{ lat, long }} />}
      {isShown && children}
    </>
  );
}
