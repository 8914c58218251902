import { useLoading } from '@tma/web/hooks/use-loading';
import { Arrival } from './arrival.tsx';
import { Loading } from './loading.tsx';
import { RemoteBoundary } from './remote-boundary.tsx';
import { loadPage, type RemoteName } from './remotes.ts';
import { Unreachable } from './unreachable.tsx';

/** A page of a remote, with what is shown while it loads and when it cannot be loaded. */
export function RemotePage({ frontend, path }: { frontend: RemoteName; path: string }) {
  const [state, retry] = useLoading(`The page ${path}`, async () => ({ Page: await loadPage(frontend, path) }));
  if (state === 'loading') return <Loading />;
  const unreachable = <Unreachable frontend={frontend} onRetry={retry} />;
  if (state === 'failed') return unreachable;
  return (
    <RemoteBoundary fallback={unreachable}>
      <state.Page />
      <Arrival />
    </RemoteBoundary>
  );
}
