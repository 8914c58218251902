import { QueryClientProvider } from '@tanstack/react-query';
import { TehsilSelect } from '@tma/web/account/tehsil-select';
import { statusOf } from '@tma/web/api/api-error';
import { makeQueryClient } from '@tma/web/api/query';
import { saveFile } from '@tma/web/api/save-file';
import { longDate } from '@tma/web/language/dates';
import { useT as useWebT } from '@tma/web/language/own-texts';
import { Button } from '@tma/web/ui/button';
import { EmptyState } from '@tma/web/ui/empty-state';
import { TextField } from '@tma/web/ui/field';
import { LastUpdated } from '@tma/web/ui/last-updated';
import type { ChangeEvent } from 'react';
import { ClosuresChart, TypesChart } from './charts/bars.tsx';
import { WeeksChart } from './charts/weeks.tsx';
import { csvOf } from './csv.ts';
import css from './figures.module.css';
import { tablesOf } from './tables.ts';
import { t, useT } from './texts.ts';
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
  const web = useWebT();
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
          {enabled && figures.isFetching && !isCurrent && web('ui.loading')}
          {!choice.chosen.tehsil && t('choose')}
          {data && isCurrent && rangeOf(data)}
        </p>
        {data && isCurrent && <Download figures={data} />}
      </div>
      {data && <Feed tehsil={data.tehsil} />}
      {data && <LastUpdated seenAt={data.seenAt} readAt={figures.dataUpdatedAt} />}
      {enabled && figures.isError && !isRefused && (
        <EmptyState
          title={t('failed')}
          hint={statusOf(figures.error) === 429 ? web('errors.tooMany') : undefined}
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

interface ChoiceFormProps extends ReturnType<typeof useChoice> {
  wrong: ReturnType<typeof useFigures>['wrong'];
  /** The figures that are shown: where no day is chosen, theirs stands in the field. */
  shown: Data | undefined;
}

/** The fields for tehsil, first and last day. Changes take effect at once; an error is shown beside its field. */
function ChoiceForm({ chosen, typed, apply, type, settle, wrong, shown }: ChoiceFormProps) {
  const t = useT();
  const dayField = (name: 'from' | 'to') => ({
    label: t(name),
    value: typed[name] ?? (chosen[name] || (shown?.[name] ?? '')),
    error: wrong[name] && t(`wrong.${wrong[name]}`),
    // It appears without a button being pressed.
    announce: true,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => type({ [name]: target.value }),
    onBlur: settle,
  });
  return (
    <form className={css.choice} onSubmit={(event) => event.preventDefault()}>
      <TehsilSelect
        label={t('tehsil')}
        value={chosen.tehsil}
        error={wrong.tehsil && t('unknownTehsil')}
        onChange={({ target }) => apply({ tehsil: target.value })}
      />
      <TextField type="date" {...dayField('from')} />
      <TextField type="date" {...dayField('to')} />
    </form>
  );
}

/** The feed of what is shared in the tehsil, for people with a feed reader. Readers also find its address by themselves. */
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

const rangeOf = ({ tehsil, from, to }: Data) => t('range', { tehsil, from: longDate(from), to: longDate(to) });

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Whether nothing happened in the range; reports that are open now do not count. */
const isNothing = ({ weeks, issues, closures }: Data) =>
  sum([
    ...weeks.flatMap(({ reported, closed, disputed }) => [reported, closed, disputed]),
    ...issues.map(({ closed }) => closed),
    ...Object.values(closures),
  ]) === 0;

/** A tehsil's figures: the sums, and a chart for each part. */
function Results({ figures }: { figures: Data }) {
  const t = useT();
  if (isNothing(figures)) return <EmptyState title={t('none')} />;
  const { weeks, issues } = figures;
  const tables = tablesOf(figures);
  const sums = [
    ['weeks.reported', sum(weeks.map(({ reported }) => reported))],
    ['weeks.closed', sum(weeks.map(({ closed }) => closed))],
    ['types.open', sum(issues.map(({ open }) => open))],
    ['types.overdue', sum(issues.map(({ overdue }) => overdue))],
  ] as const;
  return (
    <>
      <dl className={css.sums}>
        {sums.map(([name, count]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{count.toLocaleString(t('locale'))}</dd>
          </div>
        ))}
      </dl>
      <WeeksChart weeks={weeks} table={tables.weeks} />
      <div className={css.pair}>
        <TypesChart issues={issues} table={tables.types} />
        <ClosuresChart closures={figures.closures} table={tables.closures} />
      </div>
    </>
  );
}

/** A button that saves all figures as a file, made in the browser. */
function Download({ figures }: { figures: Data }) {
  const t = useT();
  const { tehsil, from, to } = figures;
  const save = () => saveFile(new Blob([csvOf(figures)], { type: 'text/csv' }), `figures-${tehsil}-${from}-${to}.csv`);
  return (
    <Button look="quiet" className={css.download} onClick={save}>
      {t('download')}
    </Button>
  );
}
