import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { counted } from '@tma/contracts/reports/statuses';
import { countReports, pageSize, type ReportFilter, type ReportPage, readReports } from '@tma/web/tables';
import { useT } from '../texts.ts';
import { token } from '../token.ts';

/**
 * How often what is open is read again, in milliseconds: while it is visible, and at once when it becomes so. The browser
 * sends the `ETag` it has, so what has not changed costs a 304.
 */
export const refresh = 30_000;

/** The reports a filter lets through, newest first, page by page. */
export const useReports = (filter: ReportFilter) =>
  useInfiniteQuery({
    queryKey: ['reports', filter],
    queryFn: async ({ pageParam, signal }) => readReports(filter, await token(), { before: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ rows }: ReportPage) => (rows.length === pageSize ? rows.at(-1)?.id : undefined),
    refetchInterval: refresh,
  });

/** The counts beside the head of the resident's own list: all of it (`total`) and what is closed, as far as known. */
export function useCounts(filter: ReportFilter, total: number | undefined, wanted: boolean): string[] | undefined {
  const t = useT();
  const { data: completed } = useQuery({
    queryKey: ['reports', 'completed', filter],
    queryFn: async ({ signal }) => countReports({ ...filter, status: counted.completed }, await token(), signal),
    refetchInterval: refresh,
    enabled: wanted,
  });
  if (!wanted) return undefined;
  const all = total === undefined ? [] : [t('reports.count', { count: total })];
  return completed === undefined ? all : [...all, t('reports.completed', { count: completed })];
}
