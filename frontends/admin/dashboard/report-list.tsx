import { useQueryClient } from '@tanstack/react-query';
import { CardGridSkeleton } from '@tma/web/ui/card-grid';
import { CountedHead } from '@tma/web/ui/counted-head';
import { LastUpdated } from '@tma/web/ui/last-updated';
import { ViewSwitch } from '@tma/web/ui/view-switch';
import type { View } from '@tma/web/view-query';
import { useEffect, useRef, useState } from 'react';
import { WaitingList } from '../crew/waiting/waiting-list.tsx';
import { useRole } from '../for-roles.tsx';
import { useT } from '../texts.ts';
import { type Chosen, isFiltered, isNarrowed } from './chosen.ts';
import { EmptyList, type Lost, ReportCards, useLost } from './report-cards.tsx';
import css from './report-list.module.css';
import { SearchBar } from './search-bar.tsx';
import type { ListQuery } from './segments.ts';
import { listKey, shortenList, useReportList } from './use-report-list.ts';
import type { Admin, Counts } from './use-tehsil.ts';

interface ReportListProps {
  query: ListQuery;
  /** Whether the query can be asked already. */
  ready: boolean;
  title: string;
  tehsil: string;
  /** Of the whole tehsil; undefined while they are loaded. */
  counts: Counts | undefined;
  admins: readonly Admin[] | undefined;
  onChoose: (part: Partial<Chosen>) => void;
  view: View;
  onView: (view: View) => void;
}

const nameOf = (query: ListQuery) => listKey(query).join('\n');

/** The reports that are chosen, under the filter's name and its number, with the search above them. */
export function ReportList({ query, ready, title, tehsil, counts, admins, onChoose, view, onView }: ReportListProps) {
  const t = useT();
  const { filter } = query;
  const role = useRole();
  const list = useReportList(query, ready);
  const lost = useLost();
  // While somebody types, the cards that are there stay until others have come. Another filter begins anew.
  const [shown, setShown] = useState(query);
  const isCurrent = nameOf(shown) === nameOf(query);
  if (!isCurrent && (!list.isPending || shown.filter !== filter)) setShown(query);
  const heads = counts ? [t('dashboard.count', { count: counts[filter] })] : [];
  if (counts && filter === 'all') heads.push(t('dashboard.completed', { count: counts.completed }));

  const number = list.data?.pages.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0;
  const found = t(list.hasNextPage ? 'search.more' : 'search.found', { count: number });
  return (
    <>
      <CountedHead title={title} counts={heads} />
      {/* Also of who was crew when they did it. */}
      <WaitingList token={query.token} />
      {role !== 'crew' && (
        <SearchBar
          query={query}
          tehsil={tehsil}
          admins={admins}
          found={isNarrowed(query) && list.data ? found : ''}
          onChoose={onChoose}
        />
      )}
      <ViewSwitch view={view} onChoose={onView} />
      <div className={css.list} aria-busy={!isCurrent || undefined}>
        <Shown key={nameOf(shown)} view={view} query={shown} ready={ready} title={title} lost={lost} />
      </div>
    </>
  );
}

interface ShownProps extends Pick<ReportListProps, 'query' | 'ready' | 'title' | 'view'> {
  lost: Lost;
}

/** A list that has been read, or is the first of its filter: the cards, or why there are none. */
function Shown({ ready, ...cards }: ShownProps) {
  const { query } = cards;
  const list = useReportList(query, ready);
  const client = useQueryClient();
  const left = useRef(query);
  useEffect(() => () => shortenList(client, left.current), [client]);
  return (
    <>
      <LastUpdated seenAt={list.data?.pages[0]?.seenAt} readAt={list.dataUpdatedAt} />
      {list.isPending && <CardGridSkeleton rows />}
      {list.isLoadingError && <EmptyList filtered={isFiltered(query)} onRetry={() => list.refetch()} />}
      {list.data && <ReportCards {...cards} list={list} segments={list.data.pages} />}
    </>
  );
}
