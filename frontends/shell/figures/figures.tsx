import { QueryClientProvider } from '@tanstack/react-query';
import { statusOf } from '@tma/web/api/api-error';
import { useTimeZone } from '@tma/web/api/portal-config';
import { makeQueryClient } from '@tma/web/api/query';
import { longDate } from '@tma/web/language/dates';
import { EmptyState } from '@tma/web/ui/empty-state';
import { LastUpdated } from '@tma/web/ui/last-updated';
import { ChoiceForm } from './choice-form.tsx';
import css from './figures.module.css';
import { Download, Results } from './results.tsx';
import { useT } from './texts.ts';
import { useChoice } from './use-choice.ts';
import { type Figures as Data, useFigures } from './use-figures.ts';

/** Nobody is signed in here. */
const client = makeQueryClient(() => {});

/** The figures of a tehsil, with the choice of which, and from when to when. */
export const Figures = () => (
  <QueryClientProvider client={client}>
    <Chosen />
  </QueryClientProvider>
);

function Chosen() {
  const t = useT();
  const zone = useTimeZone();
  const choice = useChoice();
  const { figures, wrong, enabled } = useFigures(choice.chosen);
  const isCurrent = figures.isSuccess && !figures.isPlaceholderData;
  const isRefused = wrong.tehsil || wrong.from || wrong.to;
  const data = enabled && !isRefused ? figures.data : undefined;
  return (
    <>
      <ChoiceForm {...choice} wrong={wrong} shown={isCurrent ? figures.data : undefined} />
      <div className={css.head}>
        <p role="status" className={css.range}>
          {enabled && figures.isFetching && !isCurrent && t('loading')}
          {!choice.chosen.tehsil && t('choose')}
          {data && isCurrent && rangeOf(data, t)}
        </p>
        {data && isCurrent && <Download figures={data} />}
      </div>
      {data && <Feed tehsil={data.tehsil} />}
      {data && <LastUpdated seenAt={data.seenAt} readAt={figures.dataUpdatedAt} zone={zone} />}
      {enabled && figures.isError && !isRefused && (
        <EmptyState
          title={t('failed')}
          hint={statusOf(figures.error) === 429 ? t('limited') : undefined}
          onRetry={() => void figures.refetch()}
        />
      )}
      {data && (
        <div className={css.results} aria-busy={!isCurrent || undefined}>
          <Results figures={data} />
        </div>
      )}
    </>
  );
}

/** What is shared in the tehsil, for whoever follows it with a reader of feeds, which finds the address by itself, too. */
function Feed({ tehsil }: { tehsil: string }) {
  const t = useT();
  const address = `/r.atom?tehsil=${encodeURIComponent(tehsil)}`;
  return (
    <p>
      <link rel="alternate" type="application/atom+xml" title={t('feed', { tehsil })} href={address} />
      <a href={address} type="application/atom+xml">
        {t('feed', { tehsil })}
      </a>
    </p>
  );
}

const rangeOf = ({ tehsil, from, to }: Data, t: ReturnType<typeof useT>) =>
  t('range', { tehsil, from: longDate(from), to: longDate(to) });
