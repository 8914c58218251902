import { type PageNameOf, type PagePath, siteMap } from '@tma/contracts/pages';
import type { ComponentType } from 'react';

type LoadPage = () => Promise<{ default: ComponentType }>;

/** How to load each page of a remote, by the page's path. */
type RemotePages = Readonly<Record<string, LoadPage>>;

/**
 * What a remote exposes as `./pages`. The shell of an open tab may be of another build than the remote it loads: this shape is a
 * contract between builds.
 */
export interface RemoteBuild {
  pages: RemotePages;
  /** Begins to send the reports that wait on this device; resolves to a function that stops it. Of the residents' remote. */
  sendWaiting?: () => Promise<() => void>;
}

/**
 * Loads the page that comes after signing in once its visitor begins to type: not before, as the form is to be there first. A
 * failure is found out when the page is needed.
 */
export const loadWhileTyping = (load: LoadPage): void =>
  globalThis.addEventListener?.('input', () => void load().catch(() => undefined), { once: true });

/** The pages of a remote as it exposes them, made from its modules by page name: the compiler demands every page. */
export const remotePages = <F extends 'resident' | 'admin'>(modules: Record<PageNameOf<F>, LoadPage>): RemotePages =>
  Object.fromEntries(
    Object.entries<LoadPage>(modules).map(([name, load]): [PagePath, LoadPage] => [
      siteMap[name as PageNameOf<F>].path,
      load,
    ]),
  );
