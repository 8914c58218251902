import { pageNames, siteMap } from '@tma/contracts/pages';
import { Navigate, Route, Routes, useLocation } from '@tma/web/router';
import { useHead } from './head.ts';
import { PublicLayout } from './layout/public-layout.tsx';
import { NotFound } from './pages/not-found.tsx';
import { publicPages } from './public-pages.ts';
import { RemotePage } from './remote-page.tsx';
import { useFollowDevice } from './use-follow-device.ts';
import { useSendWaiting } from './use-send-waiting.ts';

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
