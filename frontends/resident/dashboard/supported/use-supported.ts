import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { pageSize, type Report } from '@tma/web/api/tables';
import { callAsResident } from '../../resident-token.ts';
import { refresh } from '../use-reports.ts';

const keyOf = (userId: string) => ['supported', userId] as const;

/** The reports of others that the resident supports, newest first, page by page. */
export const useSupported = (userId: string) =>
  useInfiniteQuery({
    queryKey: keyOf(userId),
    queryFn: ({ pageParam, signal }) =>
      callAsResident('GET /api/supported', { query: { limit: pageSize, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (rows) => (rows.length === pageSize ? rows.at(-1)?.id : undefined),
    refetchInterval: refresh,
  });

/** Ends the support of a report. */
export function useStopSupporting(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Report) => {
      await client.cancelQueries({ queryKey: keyOf(userId) });
      return callAsResident('DELETE /reports/{id}/support', { params: { id } });
    },
    onSuccess: (_, { id }) =>
      client.setQueryData<InfiniteData<Report[]>>(keyOf(userId), (list) => {
        if (!list) return list;
        return { ...list, pages: list.pages.map((rows) => rows.filter((row) => row.id !== id)) };
      }),
    onSettled: () => void client.invalidateQueries({ queryKey: keyOf(userId) }),
  });
}
