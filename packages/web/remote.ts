import { type PageNameOf, type PagePath, siteMap } from '@tma/contracts/pages';
import type { ComponentType } from 'react';

type LoadPage = () => Promise<{ default: ComponentType }>;

/**
 * What a remote exposes as `./pages`: how to load each of its pages, by the page's path. The shell of an open tab may be of
 * an earlier build than the remote it loads: this shape is a contract between builds.
 */
type RemotePages = Readonly<Record<string, LoadPage>>;

/** All that it exposes there. */
export interface RemoteBuild {
  pages: RemotePages;
  /** Begins to send the reports that wait on this device; resolves to the way to stop. An older build has no such function. */
  sendWaiting?: () => Promise<() => void>;
}

/** The pages of a remote as it exposes them, made from its modules by page name: the compiler demands every page. */
export const remotePages = <F extends 'resident' | 'admin'>(modules: Record<PageNameOf<F>, LoadPage>): RemotePages =>
  Object.fromEntries(
    Object.entries<LoadPage>(modules).map(([name, load]): [PagePath, LoadPage] => [
      siteMap[name as PageNameOf<F>].path,
      load,
    ]),
  );
