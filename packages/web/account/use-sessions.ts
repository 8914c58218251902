import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { statusOf } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';

type Token = () => string | Promise<string>;

/** The sessions of whoever is signed in. @param owner whose they are, for what is remembered */
export const useSessions = (owner: string, token: Token) =>
  useQuery({
    queryKey: ['sessions', owner],
    queryFn: async ({ signal }) => call('GET /api/sessions', { token: await token(), signal }),
  });

/** Ends sessions, one after the other. One that has ended already is no failure. */
export function useEndSessions(owner: string, token: Token) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await endSession(id, await token());
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions', owner] }),
  });
}

async function endSession(id: string, token: string): Promise<void> {
  try {
    await call('DELETE /api/sessions/{id}', { params: { id }, token });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
}
