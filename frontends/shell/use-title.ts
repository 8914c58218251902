import { pages } from '@tma/contracts/pages';
import { useLayoutEffect } from 'react';
import { useT } from './texts.ts';

/** Gives the tab the title of the page at that path, at once: not only when a remote has brought the page itself. */
export function useTitle(pathname: string) {
  const t = useT();
  const title = pages.find((page) => page.path === pathname)?.title ?? t('notFound.title');
  useLayoutEffect(() => {
    document.title = `${title} | ${t('portal')}`;
  }, [title, t]);
}
