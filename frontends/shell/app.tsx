import { pageNameAt, pageNames, siteMap } from '@tma/contracts/pages';
import { inWindow, useListener } from '@tma/web/hooks/use-listener';
import { followDevice } from '@tma/web/language/language';
import { Navigate, Route, Routes, useLocation } from '@tma/web/router';
import { useEffect } from 'react';
import { useHead } from './head.ts';
import { onceRested } from './keep-offline.ts';
import { PublicLayout } from './layout/public-layout.tsx';
import { NotFound } from './pages/not-found.tsx';
import { publicPages } from './public-pages.ts';
import { RemotePage } from './remote-page.tsx';
import { currentBuild } from './remotes.ts';

/** The page of the address, which is written without a slash at its end. */
export function App() {
  const { pathname, search, hash, state } = useLocation();
  const path = pathname.replace(/\/+$/, '') || '/';
  useHead(path);
  useFollowDevice();
  useSendWaiting(path);
  if (path !== pathname) return <Navigate to={{ pathname: path, search, hash }} state={state} replace />;
  return <SiteRoutes />;
}

/** The public pages are the shell's own, every other page belongs to a remote. */
function SiteRoutes() {
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        {Object.entries(publicPages).map(([name, Page]) => (
          <Route key={name} path={siteMap[name as keyof typeof publicPages].path} caseSensitive element={<Page />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
      {pageNames.map((name) => {
        const { path, frontend } = siteMap[name];
        if (frontend === 'shell') return null;
        const element = <RemotePage key={path} path={path} frontend={frontend} />;
        return <Route key={path} path={path} caseSensitive element={element} />;
      })}
    </Routes>
  );
}

/**
 * Keeps the page in the language that was chosen on this device: also a page that was written before, which a cache has.
 * Begins once the page is drawn, in the language that it was written in.
 */
function useFollowDevice() {
  useEffect(() => void followDevice(), []);
  useListener(inWindow, ['focus', 'pageshow'], () => void followDevice());
  useListener(inWindow, 'storage', (change: StorageEvent) => void followDevice(change));
}

/**
 * Sends what waits on this device while this page, or a later one, is open, once the first page has settled. Residents' pages do so
 * by themselves.
 */
function useSendWaiting(path: string) {
  const name = pageNameAt(path);
  const isResidents = name !== undefined && siteMap[name].frontend === 'resident';
  useEffect(() => {
    if (isResidents) return;
    const left = new AbortController();
    const begin = () =>
      void onceRested().then((loaded) => {
        if (loaded) loaded.sendWaiting(() => currentBuild('resident'), left.signal);
        // What could not be loaded without a network is loaded with it.
        else addEventListener('online', begin, { once: true, signal: left.signal });
      });
    begin();
    return () => left.abort();
  }, [isResidents]);
}
