import { useMutation, useQueryClient } from '@tanstack/react-query';
import { recordPath } from '@tma/contracts/pages';
import { statusOf } from '@tma/web/api/api-error';
import { useTimeZone } from '@tma/web/api/portal-config';
import box from '@tma/web/card-box.module.css';
import { useOnChange } from '@tma/web/hooks/use-on-change';
import { daysBetween } from '@tma/web/language/dates';
import { term } from '@tma/web/language/terms';
import { BesideBadge } from '@tma/web/reports/beside-badge';
import { Picture } from '@tma/web/reports/picture';
import { Link } from '@tma/web/router';
import { callAsResident } from '@tma/web/session/resident-token';
import { Button } from '@tma/web/ui/button';
import { LeftToRight, Written } from '@tma/web/ui/direction';
import { useId, useRef } from 'react';
import { t as translate, useT } from '../../texts.ts';
import css from './near.module.css';
import type { NearReport } from './use-near.ts';

/** A report near by, which is supported at the press of a button; what is being written stays. */
export function NearCard({ report }: { report: NearReport }) {
  const t = useT();
  const titleId = useId();
  const { supports, isSupported, problem, busy, support } = useSupport(report);
  const status = useRef<HTMLDivElement>(null);
  // The button had the focus, and is gone.
  useOnChange(isSupported, () => document.activeElement === document.body && status.current?.focus());
  return (
    <li>
      <article className={`${box.box} ${css.card}`} aria-labelledby={titleId}>
        <Picture report={report} small />
        <div className={box.head}>
          <h3 id={titleId}>{term('issue', report.issue)}</h3>
          <p>
            <Written>{report.location}</Written>
          </p>
          <Facts report={report} />
          <BesideBadge report={{ closure: null, proof: null, supports }} />
        </div>
        {!isSupported && (
          <div>
            <Button look="quiet" aria-describedby={titleId} busy={busy} onClick={support}>
              {t('near.same')}
            </Button>
          </div>
        )}
        <div ref={status} role="status" tabIndex={-1}>
          {problem}
          {isSupported && <Supported reference={report.reference} />}
        </div>
      </article>
    </li>
  );
}

function Supported({ reference }: { reference: string }) {
  const t = useT();
  return (
    <>
      {t('near.supported')}{' '}
      <Link to={recordPath(reference)}>
        <LeftToRight>{reference}</LeftToRight>
      </Link>
    </>
  );
}

/** How old it is, and how far away. */
function Facts({ report: { created_at, distance } }: { report: NearReport }) {
  const t = useT();
  const zone = useTimeZone();
  const days = Math.max(0, daysBetween(created_at, new Date().toISOString(), zone));
  return (
    <p className={css.facts}>
      <span>{days === 0 ? t('near.today') : days === 1 ? t('near.yesterday') : t('near.days', { days })}</span>
      {distance !== null && <span>{t('near.distance', { metres: distance })}</span>}
    </p>
  );
}

/** Saying that one has the same problem, and how many say so by then. */
function useSupport({ id, supports, supported }: NearReport) {
  const client = useQueryClient();
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => callAsResident('PUT /reports/{id}/support', { params: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['supported'] }),
    onError: (failed) => console.warn('The report could not be supported:', failed),
  });
  const isSupported = supported || data !== undefined;
  return {
    supports: data?.supports ?? supports,
    isSupported,
    // Where its answer alone was lost, the next list says so.
    problem: isSupported ? null : error && refusal(error),
    busy: isPending,
    support: () => mutate(),
  };
}

/** Why it was not taken, in words. */
function refusal(failed: Error): string {
  const status = statusOf(failed);
  // It was closed or hidden meanwhile.
  if (status === 404 || status === 409) return translate('near.ended');
  return status === 429 ? translate('near.tooMany') : translate('common.notSaved');
}
