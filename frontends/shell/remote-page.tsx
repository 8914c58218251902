import { useLoading } from '@tma/web/hooks/use-loading';
import { Component, type ReactNode } from 'react';
import { Arrival } from './arrival.tsx';
import { Loading } from './loading.tsx';
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

interface BoundaryProps {
  /** Rendered in the place of a page that threw. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps an error of a remote's page from taking the shell down with it. */
class RemoteBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
