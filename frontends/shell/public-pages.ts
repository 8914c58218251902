import { type PageNameOf, pageNameAt } from '@tma/contracts/pages';
import type { ComponentType } from 'react';
import { ClosurePage } from './closure/page.tsx';
import { FiguresPage } from './figures/page.tsx';
import { LogPage } from './log/page.tsx';
import { About } from './pages/about.tsx';
import { Contact } from './pages/contact.tsx';
import { Home } from './pages/home.tsx';
import { Services } from './pages/services.tsx';
import { PrivacyPage } from './privacy/page.tsx';
import { RecordPage } from './record/page.tsx';

type PublicPageName = PageNameOf<'shell'>;

/** The pages that the shell draws itself. Each has a `lead` in the texts, which is its description for search engines. */
export const publicPages: Readonly<Record<PublicPageName, ComponentType>> = {
  home: Home,
  about: About,
  services: Services,
  contact: Contact,
  closure: ClosurePage,
  figures: FiguresPage,
  record: RecordPage,
  privacy: PrivacyPage,
  log: LogPage,
};

export const isPublicPage = (name: string): name is PublicPageName => name in publicPages;

/** Whether the page at a path is drawn at build: every one of these, and "not found". */
export function isPrerendered(path: string): boolean {
  const name = pageNameAt(path);
  return name === undefined || isPublicPage(name);
}
