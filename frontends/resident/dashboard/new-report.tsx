import { useQuery } from '@tanstack/react-query';
import { pagePath } from '@tma/contracts/pages';
import { call } from '@tma/web/api/call';
import { refreshInterval } from '@tma/web/api/query';
import { ButtonLink } from '@tma/web/ui/button';
import { Card } from '@tma/web/ui/card';
import { Spinner } from '@tma/web/ui/spinner';
import { useT } from '../texts.ts';
import css from './new-report.module.css';

/** The Service Providers card of the resident's tehsil, with a link to a new report. */
export function NewReport({ tehsil }: { tehsil: string | undefined }) {
  const t = useT();
  const stats = useQuery({
    queryKey: ['stats', tehsil],
    queryFn: ({ signal }) => call('GET /api/stats', { query: { tehsil }, signal }),
    enabled: Boolean(tehsil),
    refetchInterval: refreshInterval,
  });
  const resolved = String(stats.data?.resolved ?? 0).padStart(2, '0');
  return (
    <>
      <h1>{t('providers.title')}</h1>
      <Card className={css.provider}>
        {tehsil === undefined ? (
          <Spinner />
        ) : (
          <>
            <div>
              <h2>{t('providers.tma', { tehsil })}</h2>
              <p className={css.full}>{t('providers.full', { tehsil })}</p>
            </div>
            <p className={css.count}>
              <strong>{resolved}</strong>
              <span>{t('providers.resolved')}</span>
            </p>
          </>
        )}
        <ButtonLink to={pagePath('newRequest')}>{t('common.newReport')}</ButtonLink>
      </Card>
    </>
  );
}
