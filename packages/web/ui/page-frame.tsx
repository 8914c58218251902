import { pagePath } from '@tma/contracts/pages';
import { useT } from '@tma/web/language/own-texts';
import { Link } from '@tma/web/router';
import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { LanguageButtons } from './language-buttons.tsx';
import { OfflineLine } from './offline-line.tsx';
import css from './page-frame.module.css';
import { SkipLink } from './skip-link.tsx';

/** The page around a form or a single message: a slim header, one column, a slim footer. */
export function PageFrame({ children, width = 'narrow' }: { children: ReactNode; width?: 'narrow' | 'wide' }) {
  const t = useT();
  return (
    <div className={css.page}>
      <SkipLink />
      <header className={css.header}>
        <Brand />
        <nav className={css.nav} aria-label={t('portal.navigation')}>
          <Link to={pagePath('home')}>{t('portal.home')}</Link>
          <Link to={pagePath('contact')}>{t('portal.contact')}</Link>
        </nav>
        <LanguageButtons />
      </header>
      <main id="main" tabIndex={-1} className={css[width]}>
        <OfflineLine />
        {children}
      </main>
      <footer className={css.footer}>{t('portal.administration')}</footer>
    </div>
  );
}
