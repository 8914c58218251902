import { useNarrow } from '@tma/web/hooks/use-narrow';
import { focusMenuButton, useOpenMenu } from '@tma/web/hooks/use-open-menu';
import { useT } from '@tma/web/language/own-texts';
import { Link } from '@tma/web/router';
import { type ReactNode, useId, useState } from 'react';
import { Brand } from './brand.tsx';
import { Button } from './button.tsx';
import { Written } from './direction.tsx';
import { Icon, type IconName } from './icon.tsx';
import { LanguageButtons } from './language-buttons.tsx';
import { MenuButton } from './menu-button.tsx';
import { OfflineLine } from './offline-line.tsx';
import css from './sidebar-layout.module.css';
import { SkipLink } from './skip-link.tsx';

interface SidebarItem {
  id: string;
  label: string;
  icon?: IconName;
  /** Shown after the label. */
  count?: number;
  current?: boolean;
  onSelect: () => void;
}

/** An entry that leads to another page. */
interface SidebarLink {
  to: string;
  label: string;
}

interface SidebarLayoutProps {
  /** May be the name of a tehsil. */
  title: string;
  /** A line of the header: the tehsil or the location. */
  place: ReactNode;
  items: readonly SidebarItem[];
  /** Come after the items. */
  links?: readonly SidebarLink[];
  logout: { label: string; onLogout: () => void };
  children: ReactNode;
}

/** A dashboard: header, sidebar, main. At 992 px and below the sidebar folds behind a menu button. */
export function SidebarLayout({ title, place, items, links = [], logout, children }: SidebarLayoutProps) {
  const t = useT();
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const sidebarId = useId();
  useOpenMenu(narrow && open, () => setOpen(false));
  const select = (item: SidebarItem) => {
    setOpen(false);
    // Before the item is hidden: a dialog that it opens moves the focus back to where it was.
    if (narrow) focusMenuButton();
    item.onSelect();
  };
  return (
    <div className={css.page}>
      <SkipLink />
      <header className={css.header}>
        {narrow && <MenuButton open={open} controls={sidebarId} onToggle={() => setOpen(!open)} />}
        <Brand />
        <div className={css.place}>{place}</div>
        <LanguageButtons />
        <Logout {...logout} />
      </header>
      <aside id={sidebarId} className={css.sidebar} hidden={narrow && !open}>
        <nav aria-label={title}>
          <h2 className={css.title}>
            <Written>{title}</Written>
          </h2>
          <Entries items={items} links={links} onSelect={select} />
          {narrow && <Logout {...logout} />}
        </nav>
      </aside>
      <main id="main" tabIndex={-1} className={css.main}>
        <OfflineLine />
        {children}
      </main>
      <footer className={css.footer}>{t('portal.administration')}</footer>
    </div>
  );
}

const Logout = ({ label, onLogout }: SidebarLayoutProps['logout']) => (
  <Button look="quiet" onClick={onLogout}>
    {label}
  </Button>
);

interface EntriesProps extends Required<Pick<SidebarLayoutProps, 'items' | 'links'>> {
  onSelect: (item: SidebarItem) => void;
}

const Entries = ({ items, links, onSelect }: EntriesProps) => (
  <ul className={css.items}>
    {items.map((item) => (
      <li key={item.id}>
        <SidebarButton item={item} onSelect={() => onSelect(item)} />
      </li>
    ))}
    {links.map(({ to, label }) => (
      <li key={to}>
        <Link className={css.item} to={to}>
          <span>{label}</span>
        </Link>
      </li>
    ))}
  </ul>
);

const SidebarButton = ({ item, onSelect }: { item: SidebarItem; onSelect: () => void }) => (
  <button type="button" className={css.item} aria-current={item.current ? 'page' : undefined} onClick={onSelect}>
    {item.icon && <Icon name={item.icon} />}
    <span>{item.label}</span>
    {item.count !== undefined && <span className={css.count}> {item.count}</span>}
  </button>
);
