import { useQuery } from '@tanstack/react-query';
import { call } from '@tma/web/api/call';
import { BesideBadge } from '@tma/web/reports/beside-badge';
import { Button } from '@tma/web/ui/button';
import { LeftToRight, Written } from '@tma/web/ui/direction';
import { useId } from 'react';
import { useT } from '../../texts.ts';
import type { AdminReport } from '../segments.ts';
import css from './duplicate.module.css';

interface NearOnesProps {
  token: string;
  report: AdminReport;
  /** Called with the reference of the one that is chosen. */
  onChoose: (reference: string) => void;
}

/** Open reports of the same type near by, of which one may be the same; nothing where there are none, or they cannot be read. */
export function NearOnes({ token, report, onChoose }: NearOnesProps) {
  const t = useT();
  const titleId = useId();
  const { id, issue, lat, long, accuracy, location } = report;
  const point = lat === null || long === null ? {} : { lat: String(lat), long: String(long) };
  const query = { issue, location, ...point, accuracy: accuracy === null ? undefined : String(accuracy) };
  const { data } = useQuery({
    queryKey: ['near', token, query],
    queryFn: ({ signal }) => call('GET /api/nearby', { query, token, signal }),
    retry: false,
  });
  const others = data?.filter((one) => one.id !== id) ?? [];
  if (others.length === 0) return null;
  return (
    <div className={css.near}>
      <h4 id={titleId}>{t('duplicate.near')}</h4>
      <ul aria-labelledby={titleId}>
        {others.map(({ reference, location: place, distance, supports }) => (
          <li key={reference}>
            <Button look="quiet" onClick={() => onChoose(reference)}>
              <LeftToRight>{reference}</LeftToRight>
            </Button>
            <p>
              <Written>{place}</Written>
            </p>
            {distance !== null && <p>{t('duplicate.distance', { metres: distance })}</p>}
            <BesideBadge report={{ closure: null, proof: null, supports }} />
          </li>
        ))}
      </ul>
    </div>
  );
}
