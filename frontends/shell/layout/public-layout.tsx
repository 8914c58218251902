import { pageNameAt } from '@tma/contracts/pages';
import { Outlet, useLocation } from '@tma/web/router';
import { OfflineLine } from '@tma/web/ui/offline-line';
import { SkipLink } from '@tma/web/ui/skip-link';
import { Arrival } from '../arrival.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import css from './public-layout.module.css';

/** The pages that are alone on paper: no menu, and no footer. */
const aloneOnPaper: readonly unknown[] = ['figures', 'record'];

/** The public pages: navigation and tagline above, contact and links below. */
export function PublicLayout() {
  const isAlone = aloneOnPaper.includes(pageNameAt(useLocation().pathname));
  return (
    <div className={css.page} data-alone={isAlone || undefined}>
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
}
