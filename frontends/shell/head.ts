import { pageNameAt } from '@tma/contracts/pages';
import { useLayoutEffect } from 'react';
import { isPublicPage } from './public-pages.ts';
import { t, titleOfPage, useT } from './texts.ts';

/** Title and description of the page at that path. The pages of the remotes have one description in common. */
export function headOf(path: string): { title: string; description: string } {
  const name = pageNameAt(path);
  const title = name ? t(`titles.${name}`) : t('notFound.title');
  const description = name && isPublicPage(name) ? t(`${name}.lead`) : t('description');
  return { title: titleOfPage(title), description };
}

/** Sets the tab's title at once: not only when a remote has brought the page itself. */
export function useHead(path: string) {
  useT();
  const { title, description } = headOf(path);
  useLayoutEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
}
