import { useNarrow } from '@tma/web/media';
import { NavLink, useLocation } from '@tma/web/router';
import { Brand } from '@tma/web/ui/brand';
import { ButtonLink } from '@tma/web/ui/button';
import { MenuButton } from '@tma/web/ui/menu-button';
import { useOpenMenu } from '@tma/web/use-open-menu';
import { useEffect, useId, useState } from 'react';
import { useT } from '../texts.ts';
import css from './header.module.css';
import { useScrollLock } from './use-scroll-lock.ts';

/** The top bar. At 992 px and below its links fold behind a menu button. */
export function Header() {
  const t = useT();
  const narrow = useNarrow();
  const { key } = useLocation();
  const menuId = useId();
  const [openAt, setOpenAt] = useState<string | null>(null);
  // Open only on the page it was opened on: choosing a link closes it.
  const open = narrow && openAt === key;
  useOpenMenu(open, () => setOpenAt(null), 'header');
  useScrollLock(open);
  useEffect(() => {
    if (!narrow) setOpenAt(null);
  }, [narrow]);
  return (
    <header className={css.header}>
      <div className={css.tagline}>{t('tagline')}</div>
      <div className={css.bar}>
        <Brand />
        {narrow && <MenuButton open={open} controls={menuId} onToggle={() => setOpenAt(open ? null : key)} />}
        <nav
          id={menuId}
          aria-label={t('nav.label')}
          className={css.nav}
          hidden={narrow && !open}
          data-open={open || undefined}
        >
          <NavLink className={css.link} to="/" end>
            {t('nav.home')}
          </NavLink>
          <NavLink className={css.link} to="/about">
            {t('nav.about')}
          </NavLink>
          <NavLink className={css.link} to="/services">
            {t('nav.services')}
          </NavLink>
          <NavLink className={css.link} to="/contact">
            {t('nav.contact')}
          </NavLink>
          <ButtonLink look="quiet" to="/signin">
            {t('nav.login')}
          </ButtonLink>
          <ButtonLink to="/signup">{t('nav.register')}</ButtonLink>
        </nav>
      </div>
    </header>
  );
}
