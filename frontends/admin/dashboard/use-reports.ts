import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AdminFilter } from '@tma/contracts/status';
import { call, callForResponse } from '@tma/web/api';
import type { Answer } from '@tma/web/operation-types';

export type AdminReport = Answer<'GET /adminrequests'>[number];
export type Counts = Answer<'GET /adminrequests/counts'>;

interface Page {
  rows: AdminReport[];
  /** Whether the server has more. */
  more: boolean;
}

/** Rows per page. */
const pageSize = 50;
/** How often an open list is read again, in milliseconds. */
const refresh = 30_000;

async function readPage(token: string, filter: AdminFilter, before: string | undefined, signal: AbortSignal) {
  const query = { filter, limit: pageSize, before };
  const response = await callForResponse('GET /adminrequests', { query, token, signal });
  const more = response.headers.get('link')?.includes('rel="next"') ?? false;
  return { rows: (await response.json()) as AdminReport[], more } satisfies Page;
}

/** The tehsil's reports that a filter lets through, newest first, page by page. */
export const useReports = (token: string, filter: AdminFilter) =>
  useInfiniteQuery({
    queryKey: ['reports', token, filter],
    queryFn: ({ pageParam, signal }) => readPage(token, filter, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ rows, more }: Page) => (more ? rows.at(-1)?.id : undefined),
    refetchInterval: refresh,
  });

/** How many reports of the tehsil each filter lets through. */
export const useCounts = (token: string) =>
  useQuery({
    queryKey: ['counts', token],
    queryFn: ({ signal }) => call('GET /adminrequests/counts', { token, signal }),
    refetchInterval: refresh,
  });

/** Puts a saved report in the place of the old one in every list that is open, then reads lists and counts again. */
export function showSaved(client: QueryClient, saved: AdminReport) {
  client.setQueriesData<InfiniteData<Page>>(
    { queryKey: ['reports'] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          rows: page.rows.map((row) => (row.id === saved.id ? saved : row)),
        })),
      },
  );
  void client.invalidateQueries({ queryKey: ['reports'] });
  void client.invalidateQueries({ queryKey: ['counts'] });
}
