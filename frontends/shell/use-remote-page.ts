import { type ComponentType, useEffect, useState } from 'react';
import { fetchPage, type RemoteName } from './remotes.ts';

export type RemotePageState = 'loading' | 'failed' | { Page: ComponentType };

/** The component of a remote's page, asked for when the page is entered (its caller has a key for that), and a way to ask again. */
export function useRemotePage(frontend: RemoteName, path: string): [RemotePageState, () => void] {
  const [state, setState] = useState<RemotePageState>('loading');
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let wanted = true;
    fetchPage(frontend, path).then(
      (Page) => wanted && setState({ Page }),
      (error: Error) => {
        console.warn(`The page ${path} could not be loaded (try ${tries + 1}):`, error.message);
        if (wanted) setState('failed');
      },
    );
    return () => {
      wanted = false;
    };
  }, [frontend, path, tries]);
  const retry = () => {
    setState('loading');
    setTries(tries + 1);
  };
  return [state, retry];
}
