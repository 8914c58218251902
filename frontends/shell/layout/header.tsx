import { pagePath } from '@tma/contracts/pages';
import { useNarrow } from '@tma/web/hooks/use-narrow';
import { useOpenMenu } from '@tma/web/hooks/use-open-menu';
import { NavLink, useLocation } from '@tma/web/router';
import { Brand } from '@tma/web/ui/brand';
import { ButtonLink } from '@tma/web/ui/button';
import { LanguageButtons } from '@tma/web/ui/language-buttons';
import { MenuButton } from '@tma/web/ui/menu-button';
import { useEffect, useId, useState } from 'react';
import { useT } from '../texts.ts';
import css from './header.module.css';
import { publicLinks } from './public-links.ts';

/** The top bar. At 992 px and below its links fold behind a menu button. */
export function Header() {
  const t = useT();
  const narrow = useNarrow();
  const { key } = useLocation();
  const menuId = useId();
  const [openAt, setOpenAt] = useState<string | null>(null);
  // Open only on the page it was opened on: choosing a link closes it.
  const open = narrow && openAt === key;
  useOpenMenu(open, () => setOpenAt(null));
  useScrollLock(open);
  return (
    <header className={css.header}>
      <div className={css.tagline}>{t('tagline')}</div>
      <div className={css.bar}>
        <Brand />
        {narrow && <LanguageButtons />}
        {narrow && <MenuButton open={open} controls={menuId} onToggle={() => setOpenAt(open ? null : key)} />}
        <nav
          id={menuId}
          aria-label={t('nav.label')}
          className={css.nav}
          hidden={narrow && !open}
          data-open={open || undefined}
        >
          <Links />
        </nav>
        {!narrow && <LanguageButtons />}
      </div>
    </header>
  );
}

function Links() {
  const t = useT();
  return (
    <>
      {publicLinks.map((name) => (
        <NavLink key={name} className={css.link} to={pagePath(name)} end={name === 'home'}>
          {t(`nav.${name}`)}
        </NavLink>
      ))}
      <ButtonLink look="quiet" to={pagePath('signIn')}>
        {t('nav.login')}
      </ButtonLink>
      <ButtonLink to={pagePath('signUp')}>{t('nav.register')}</ButtonLink>
    </>
  );
}

/** Keeps the page from scrolling behind an open menu. */
function useScrollLock(locked: boolean) {
  useEffect(() => {
    if (!locked) return;
    document.body.style.overflow = 'hidden';
    return () => {
      document.body.style.overflow = '';
    };
  }, [locked]);
}
