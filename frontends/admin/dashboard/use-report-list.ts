import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { refreshInterval } from '@tma/web/api/query';
import { type AdminReport, type ListQuery, readSegment, type Segment } from './segments.ts';

export type ReportList = InfiniteData<Segment, string | undefined>;
export const listKey = ({ token, filter, q, issue, assignee }: ListQuery) =>
  ['reports', token, filter, q, issue, assignee] as const;

/** The key of the same reports on a map. */
export const mapKey = (query: ListQuery) => ['map', ...listKey(query).slice(1)] as const;

/**
 * The reports that are chosen, newest first, as far down as was scrolled. `useUpdates` keeps a loaded list current; until one is
 * loaded, this hook itself tries again.
 */
export const useReportList = (query: ListQuery, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: listKey(query),
    queryFn: ({ pageParam, signal }) => readSegment(query, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ end }: Segment) => end ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data ? false : refreshInterval),
    enabled,
  });

/** Of a list that is left, so many segments are kept: to draw thousands of cards at once takes seconds. */
const keptSegments = 4;

/** Forgets what is far down in a list that is left; it comes again as one scrolls. */
export function shortenList(client: QueryClient, query: ListQuery): void {
  client.setQueryData<ReportList>(listKey(query), (list) => {
    if (!list || list.pages.length <= keptSegments) return list;
    return { pages: list.pages.slice(0, keptSegments), pageParams: list.pageParams.slice(0, keptSegments) };
  });
}

/** Replaces a report in every cached list that has it. */
export function replaceReport(client: QueryClient, report: AdminReport): void {
  client.setQueriesData<ReportList>({ queryKey: ['reports'] }, (list) => {
    if (!list) return list;
    const rowsOf = ({ rows }: Segment) => rows.map((row) => (row.id === report.id ? report : row));
    return { ...list, pages: list.pages.map((segment) => ({ ...segment, rows: rowsOf(segment) })) };
  });
}

/** Cancels what reads a shown list again, before a change: it would undo that on the screen. */
export const cancelReads = (client: QueryClient) =>
  Promise.all(
    ['reports', 'updates'].map((name) =>
      client.cancelQueries({ queryKey: [name], predicate: ({ state }) => state.data !== undefined }),
    ),
  );

/** After a change of a report, also a failed one, which may have arrived: reads what is shown again, and drops the other lists. */
export function refetchLists(client: QueryClient, id: string): void {
  for (const name of ['reports', 'updates']) client.removeQueries({ queryKey: [name], type: 'inactive' });
  for (const key of [['updates'], ['map'], ['counts'], ['history', id]])
    void client.invalidateQueries({ queryKey: key });
  // A list that is still being read for the first time may have been asked for before the change.
  void client.resetQueries({ queryKey: ['reports'], predicate: ({ state }) => state.status === 'pending' });
}
