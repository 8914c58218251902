import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { countReports, pageSize, type ReportFilter, type ReportPage, readReports } from '@tma/web/tables';
import { token } from '../token.ts';

/** How often an open list is read again, in milliseconds. */
const refresh = 30_000;

/** The reports a filter lets through, newest first, page by page. */
export const useReports = (filter: ReportFilter) =>
  useInfiniteQuery({
    queryKey: ['reports', filter],
    queryFn: async ({ pageParam, signal }) => readReports(filter, await token(), { before: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ rows }: ReportPage) => (rows.length === pageSize ? rows.at(-1)?.id : undefined),
    refetchInterval: refresh,
  });

/** How many of the resident's reports are closed. */
export const useCompleted = (filter: ReportFilter, wanted: boolean) =>
  useQuery({
    queryKey: ['reports', 'completed', filter],
    queryFn: async ({ signal }) => countReports({ ...filter, status: 'Closed' }, await token(), signal),
    refetchInterval: refresh,
    enabled: wanted,
  });
