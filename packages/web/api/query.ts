import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isTransient, statusOf } from '@tma/web/api/api-error';
import { onReachable } from '@tma/web/offline/connection';

/**
 * How often data that others may change are read again, in milliseconds: while the tab is visible, and at once when it becomes
 * visible. The browser sends the `ETag` it has, so a list that has not changed costs a 304.
 */
export const refreshInterval = 30_000;

/** A frontend's cache of server state. Failures are logged; on a 401 `onUnauthorized` is called. */
export function makeQueryClient(onUnauthorized: () => void): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        console.warn(`Could not read ${query.queryKey[0]}:`, error.message || error.name);
        if (statusOf(error) === 401) onUnauthorized();
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        // One more try, soon: a list that cannot be read should say so while its reader is still looking.
        retry: (failures, error) => failures < 1 && isTransient(error),
        retryDelay: 300,
      },
      mutations: { networkMode: 'always' },
    },
  });
  // What is shown may be what was last seen.
  onReachable(() => void client.invalidateQueries());
  return client;
}
