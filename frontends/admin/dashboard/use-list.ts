import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { type AdminReport, readStretch, type Stretch, type Which } from './stretches.ts';

/** How often what is open is read again, in milliseconds: while it is visible, and at once when it becomes so. */
export const refresh = 30_000;

export type List = InfiniteData<Stretch, string | undefined>;
export const listKey = ({ token, filter }: Which) => ['reports', token, filter] as const;

/** The reports of a filter, newest first, as far as one has scrolled. `useNews` keeps it current; until there is one, it asks itself. */
export const useList = (which: Which) =>
  useInfiniteQuery({
    queryKey: listKey(which),
    queryFn: ({ pageParam, signal }) => readStretch(which, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ end }: Stretch) => end ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data ? false : refresh),
  });

/** Puts a report in its place in every list that shows it. */
export function putReport(client: QueryClient, report: AdminReport): void {
  client.setQueriesData<List>({ queryKey: ['reports'] }, (list) => {
    if (!list) return list;
    const rowsOf = ({ rows }: Stretch) => rows.map((row) => (row.id === report.id ? report : row));
    return { ...list, pages: list.pages.map((stretch) => ({ ...stretch, rows: rowsOf(stretch) })) };
  });
}

/** Nothing that is on its way may arrive after a change that is about to be made, and undo it on the screen. */
export const holdReading = (client: QueryClient) =>
  Promise.all(['reports', 'news'].map((name) => client.cancelQueries({ queryKey: [name] })));

/** After a change: what is shown is read again, and lists that are not are forgotten, for it may have moved between them. */
export function readAnew(client: QueryClient): void {
  for (const name of ['reports', 'news']) client.removeQueries({ queryKey: [name], type: 'inactive' });
  void client.invalidateQueries({ queryKey: ['news'] });
  void client.invalidateQueries({ queryKey: ['counts'] });
}
