import { Outlet } from '@tma/web/router';
import { OfflineLine } from '@tma/web/ui/offline-line';
import { SkipLink } from '@tma/web/ui/skip-link';
import { Arrival } from '../arrival.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import css from './public-layout.module.css';

/** The public pages: navigation and tagline above, contact and links below. */
export const PublicLayout = () => (
  <div className={css.page}>
    <SkipLink />
    <Header />
    <main id="main" tabIndex={-1}>
      <OfflineLine />
      <Outlet />
      <Arrival />
    </main>
    <Footer />
  </div>
);
