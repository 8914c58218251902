import { QueryClientProvider, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { statusOf } from '@tma/web/api/api-error';
import { makeQueryClient } from '@tma/web/api/query';
import { onAdminChange, removeAdminSession } from '@tma/web/session/admin-session';
import { onNewRole } from '@tma/web/session/role-now';
import type { ReactNode } from 'react';

/** One for all pages of the remote. A token that the server no longer accepts ends the session. */
const client = makeQueryClient(removeAdminSession);

export const clearServerState = () => client.clear();
onAdminChange(clearServerState);
// Another role reads other things under the same keys.
onNewRole(() => void client.invalidateQueries());

export const ServerState = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

/** The same for what could not be changed, which is logged. */
export function noteFailure(error: unknown): void {
  console.warn('The change was not taken:', error instanceof Error ? error.message || error.name : error);
  if (statusOf(error) === 401) removeAdminSession();
}

/** Something done to what is read under these keys. It is read again afterwards, also where that failed: it may have arrived. */
export function useAct<Given, Made>(keys: readonly QueryKey[], act: (given: Given) => Promise<Made>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onError: (error) => noteFailure(error),
    onSettled: () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
