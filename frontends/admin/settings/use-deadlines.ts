import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';
import { type AdminSession, removeAdminSession } from '@tma/web/session/admin-session';

/** How often the rules are read again, in milliseconds: another administrator may change them. */
const refresh = 30_000;

type Deadlines = Answer<'GET /api/deadlines'>;

const deadlinesOf = (tehsil: string) =>
  queryOptions({
    queryKey: ['deadlines', tehsil],
    queryFn: ({ signal }) => call('GET /api/deadlines', { query: { tehsil }, signal }),
  });

export const useDeadlines = (tehsil: string) => useQuery({ ...deadlinesOf(tehsil), refetchInterval: refresh });

/** A token that the server no longer accepts ends the session. */
export const endIfUnauthorized = (error: Error) => {
  if (error instanceof ApiError && error.status === 401) removeAdminSession();
};

interface Change {
  days: number;
  /** What it was when the change was typed. */
  before: number;
}

/**
 * Saves a deadline. Where another administrator has changed it since, that is not overwritten unseen: it answers with what
 * it is now, and nothing is saved.
 */
export function useSaveDeadline({ token, tehsil }: AdminSession, issue: string) {
  const client = useQueryClient();
  const { queryKey } = deadlinesOf(tehsil);
  return useMutation({
    mutationFn: async ({ days, before }: Change): Promise<{ saved: boolean; days: number }> => {
      const known = await client.fetchQuery({ ...deadlinesOf(tehsil), staleTime: 0 });
      const now = known.find((one) => one.issue === issue)?.days ?? before;
      if (now !== before && now !== days) return { saved: false, days: now };
      await call('PUT /api/deadlines', { token, body: { issue, days } });
      return { saved: true, days };
    },
    onSuccess: ({ days }) => {
      // Of this type alone: the answers of two that are saved at once may overtake each other.
      client.setQueryData<Deadlines>(queryKey, (known) =>
        known?.map((one) => (one.issue === issue ? { ...one, days } : one)),
      );
    },
    onError: endIfUnauthorized,
  });
}
