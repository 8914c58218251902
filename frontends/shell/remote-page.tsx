import { PageFrame } from '@tma/web/ui/page-frame';
import { Spinner } from '@tma/web/ui/spinner';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useState } from 'react';
import { Arrival } from './arrival.tsx';
import { RemoteBoundary } from './remote-boundary.tsx';
import { fetchPage, type RemoteName } from './remotes.ts';

/** Pages that were fetched, so that coming back to one draws it at once. A failed `lazy` stays failed: retrying makes a new one. */
const fetched = new Map<string, LazyExoticComponent<ComponentType>>();

function pageOf(frontend: RemoteName, path: string, anew = false) {
  const page = (!anew && fetched.get(path)) || lazy(() => fetchPage(frontend, path));
  fetched.set(path, page);
  return page;
}

/** A page of a remote, with what is shown while it comes and when it cannot. */
export function RemotePage({ frontend, path }: { frontend: RemoteName; path: string }) {
  const [Page, setPage] = useState(() => pageOf(frontend, path));
  return (
    <RemoteBoundary
      key={frontend}
      frontend={frontend}
      onRetry={() => setPage(() => pageOf(frontend, path, true))}
      onFailure={() => fetched.delete(path)}
    >
      <Suspense fallback={<Loading />}>
        <Page />
        <Arrival />
      </Suspense>
    </RemoteBoundary>
  );
}

const Loading = () => (
  <PageFrame>
    <Spinner />
  </PageFrame>
);
