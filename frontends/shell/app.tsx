import { pages } from '@tma/contracts/pages';
import { Navigate, Route, Routes, useLocation } from '@tma/web/router';
import { useHead } from './head.ts';
import { PublicLayout } from './layout/public-layout.tsx';
import { About } from './pages/about.tsx';
import { Contact } from './pages/contact.tsx';
import { Home } from './pages/home.tsx';
import { NotFound } from './pages/not-found.tsx';
import { Services } from './pages/services.tsx';
import { RemotePage } from './remote-page.tsx';

/** The page of the address, which is written without a slash at its end. */
export function App() {
  const { pathname, search, hash, state } = useLocation();
  const path = pathname.replace(/\/+$/, '') || '/';
  useHead(path);
  if (path !== pathname) return <Navigate to={{ pathname: path, search, hash }} state={state} replace />;
  return <SiteMap />;
}

/** The public pages are the shell's own, every other page belongs to a remote. */
function SiteMap() {
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        <Route path="/" caseSensitive element={<Home />} />
        <Route path="/about" caseSensitive element={<About />} />
        <Route path="/services" caseSensitive element={<Services />} />
        <Route path="/contact" caseSensitive element={<Contact />} />
        <Route path="*" element={<NotFound />} />
      </Route>
      {pages.map(
        (page) =>
          page.frontend !== 'shell' && (
            <Route
              key={page.path}
              path={page.path}
              caseSensitive
              element={<RemotePage key={page.path} path={page.path} frontend={page.frontend} />}
            />
          ),
      )}
    </Routes>
  );
}
