import { useNarrow } from '@tma/web/media';
import { useT } from '@tma/web/own-texts';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Brand } from './brand.tsx';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import css from './sidebar-layout.module.css';
import { SkipLink } from './skip-link.tsx';

export interface SidebarItem {
  id: string;
  label: string;
  icon?: IconName;
  /** Shown after the label. */
  count?: number;
  current?: boolean;
  onSelect: () => void;
}

interface SidebarLayoutProps {
  title: string;
  /** A line of the header: where one is. */
  place?: string;
  items: readonly SidebarItem[];
  logout: { label: string; onLogout: () => void };
  children: ReactNode;
}

/** A dashboard: header, sidebar, main. At 992 px and below the sidebar folds behind a menu button. */
export function SidebarLayout({ title, place, items, logout, children }: SidebarLayoutProps) {
  const t = useT();
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const sidebarId = useId();
  useFolding(page, narrow && open, () => setOpen(false));
  return (
    <div ref={page} className={css.page}>
      <SkipLink />
      <header className={css.header}>
        {narrow && (
          <button
            type="button"
            className={css.toggle}
            aria-expanded={open}
            aria-controls={sidebarId}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'close' : 'menu'} />
            {t('ui.menu')}
          </button>
        )}
        <Brand />
        {place && <p className={css.place}>{place}</p>}
        <Button look="quiet" onClick={logout.onLogout}>
          {logout.label}
        </Button>
      </header>
      <aside id={sidebarId} className={css.sidebar} hidden={narrow && !open}>
        <nav aria-label={title}>
          <p className={css.title}>{title}</p>
          <ul className={css.items}>
            {items.map((item) => (
              <li key={item.id}>
                <SidebarButton
                  item={item}
                  onSelect={() => {
                    setOpen(false);
                    item.onSelect();
                  }}
                />
              </li>
            ))}
          </ul>
          {narrow && (
            <Button look="quiet" onClick={logout.onLogout}>
              {logout.label}
            </Button>
          )}
        </nav>
      </aside>
      <main id="main" tabIndex={-1} className={css.main}>
        {children}
      </main>
      <footer className={css.footer}>{t('portal.administration')}</footer>
    </div>
  );
}

const SidebarButton = ({ item, onSelect }: { item: SidebarItem; onSelect: () => void }) => (
  <button type="button" className={css.item} aria-current={item.current ? 'page' : undefined} onClick={onSelect}>
    {item.icon && <Icon name={item.icon} />}
    <span>{item.label}</span>
    {item.count !== undefined && <span className={css.count}> {item.count}</span>}
  </button>
);

/** While the sidebar lies over the page, Escape and a press beside it close it. */
function useFolding(page: React.RefObject<HTMLElement | null>, open: boolean, close: () => void) {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open) return;
    const ended = new AbortController();
    const { signal } = ended;
    const toggle = page.current?.querySelector<HTMLElement>('[aria-expanded]');
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        latest.current();
        toggle?.focus();
      },
      { signal },
    );
    document.addEventListener(
      'click',
      (event) => {
        if (event.target instanceof Element && !event.target.closest('aside, [aria-expanded]')) latest.current();
      },
      { signal },
    );
    return () => ended.abort();
  }, [page, open]);
}
