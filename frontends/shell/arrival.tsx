import { pages } from '@tma/contracts/pages';
import { useLocation, useNavigationType } from '@tma/web/router';
import { useEffect } from 'react';
import { useT } from './texts.ts';

let arrivedAt: string | undefined;

/**
 * Drawn beside a page, so that it runs once the page is there: gives the tab its title and, unless it is the first page,
 * moves the focus to the page's main part and the view to its top (Back keeps where the view was).
 */
export function Arrival() {
  const t = useT();
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const title = pages.find((page) => page.path === pathname)?.title ?? t('notFound.title');
  useEffect(() => {
    document.title = `${title} | ${t('portal')}`;
    if (arrivedAt !== undefined && arrivedAt !== pathname) {
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
      if (navigation !== 'POP') window.scrollTo(0, 0);
    }
    arrivedAt = pathname;
  }, [pathname, navigation, title, t]);
  return null;
}
