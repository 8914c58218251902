import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { counted } from '@tma/contracts/reports/statuses';
import { refreshInterval } from '@tma/web/api/query';
import {
  countClaimed,
  countReports,
  pageSize,
  type Report,
  type ReportFilter,
  type ReportPage,
  readReports,
} from '@tma/web/api/tables';
import { residentToken } from '@tma/web/session/resident-token';
import { useT } from '../texts.ts';

/** The reports that match a filter, newest first, page by page. All that are loaded are read again, so many of them less often. */
export const useReports = (filter: ReportFilter) =>
  useInfiniteQuery({
    queryKey: ['reports', filter],
    queryFn: async ({ pageParam, signal }) => readReports(filter, await residentToken(), { before: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ rows }: ReportPage) => (rows.length === pageSize ? rows.at(-1)?.id : undefined),
    refetchInterval: ({ state }) => refreshInterval * (state.data?.pages.length ?? 1),
  });

/** The counts beside the heading of the resident's own list: all reports (`total`) and the closed ones, as far as known. */
export function useCounts(filter: ReportFilter, total: number | undefined, enabled: boolean): string[] | undefined {
  const t = useT();
  const { data: completed } = useQuery({
    queryKey: ['reports', 'completed', filter],
    queryFn: async ({ signal }) =>
      countReports({ ...filter, status: counted.completed }, await residentToken(), signal),
    refetchInterval: refreshInterval,
    enabled,
  });
  if (!enabled) return undefined;
  const all = total === undefined ? [] : [t('reports.count', { count: total })];
  return completed === undefined ? all : [...all, t('reports.completed', { count: completed })];
}

/**
 * How many of the resident's reports wait for an answer, of the whole list: counted in the rows where all are loaded, else
 * asked for.
 */
export function useWaitingForYou(userId: string, loaded: readonly Report[], isWhole: boolean): number {
  const { data } = useQuery({
    queryKey: ['reports', 'waitingForYou', userId],
    queryFn: async ({ signal }) => countClaimed(userId, await residentToken(), signal),
    refetchInterval: refreshInterval,
    enabled: !isWhole,
  });
  const here = loaded.filter(({ closure }) => closure === 'claimed').length;
  return isWhole ? here : Math.max(here, data ?? 0);
}
