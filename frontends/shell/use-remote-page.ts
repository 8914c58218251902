import { type ComponentType, useEffect, useState } from 'react';
import { loadPage, type RemoteName } from './remotes.ts';

type RemotePageState = 'loading' | 'failed' | { Page: ComponentType };

/** The component of a remote's page, loaded when the caller is mounted, and a function to try again. */
export function useRemotePage(frontend: RemoteName, path: string): [RemotePageState, () => void] {
  const [state, setState] = useState<RemotePageState>('loading');
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let mounted = true;
    loadPage(frontend, path).then(
      (Page) => mounted && setState({ Page }),
      (error: Error) => {
        console.warn(`The page ${path} could not be loaded (try ${tries + 1}):`, error.message);
        if (mounted) setState('failed');
      },
    );
    return () => {
      mounted = false;
    };
  }, [frontend, path, tries]);
  const retry = () => {
    setState('loading');
    setTries(tries + 1);
  };
  return [state, retry];
}
