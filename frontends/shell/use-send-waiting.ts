import { pageNameAt, siteMap } from '@tma/contracts/pages';
import { useEffect } from 'react';
import { onceRested } from './keep-offline.ts';

const residentBuild = async () => (await import('./remotes.ts')).currentBuild('resident');

/**
 * Has what waits on this device sent while this page is open, or others after it, once the first has come to rest. Residents' pages
 * do so by themselves.
 */
export function useSendWaiting(path: string) {
  const name = pageNameAt(path);
  const isResidents = name !== undefined && siteMap[name].frontend === 'resident';
  useEffect(() => {
    if (isResidents) return;
    const left = new AbortController();
    const begin = () =>
      void onceRested().then((loaded) => {
        if (loaded) loaded.sendWaiting(residentBuild, left.signal);
        // What could not be loaded without a network is loaded with it.
        else addEventListener('online', begin, { once: true, signal: left.signal });
      });
    begin();
    return () => left.abort();
  }, [isResidents]);
}
