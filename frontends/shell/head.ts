import { pages } from '@tma/contracts/pages';
import { useLayoutEffect } from 'react';
import { t, useT } from './texts.ts';

/** The description of a public page is its opening; the others have one in common. */
const openings = {
  '/': 'home.lead',
  '/about': 'about.lead',
  '/services': 'services.lead',
  '/contact': 'contact.lead',
} as const;

/** What stands in the head of the page at that path. */
export function headOf(path: string): { title: string; description: string } {
  const title = pages.find((page) => page.path === path)?.title ?? t('notFound.title');
  const opening = openings[path as keyof typeof openings] ?? 'description';
  return { title: `${title} | ${t('portal')}`, description: t(opening) };
}

/** Gives the tab the title of the page at once: not only when a remote has brought the page itself. */
export function useHead(path: string) {
  useT();
  const { title, description } = headOf(path);
  useLayoutEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
}
