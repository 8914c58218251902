/** Which requests the worker answers, and how. It leaves all others to the browser: it never even sees their answers. */
import { pageNameAt, pages, siteMap } from '@tma/contracts/pages';

/**
 * `document`: the network first, else the page as it was kept. `kept`: what such a page needs (files with a hash in their names,
 * where the builds of the remotes are), as it was kept with it; the browser itself loads it for any other page.
 */
type Strategy = 'document' | 'kept';

type Asked = Pick<Request, 'method' | 'url' | 'mode'> & { headers: Pick<Headers, 'has'> };

/** A file of the shell or of a remote with a hash in its name. Pictures and documents of people have other paths. */
const file = /^\/(remotes\/[\w-]+\/)?[\w.-]+\.[0-9a-f]{10}\.(js|css|woff2|svg|png)$/;
const manifest = /^\/(remotes\.json|remotes\/[\w-]+\/mf-manifest\.json)$/;

/** How a request is answered; null where the worker stays out of it: whatever changes something, has a token, or is a part of a file. */
export function strategyOf({ method, url, mode, headers }: Asked, origin: string): Strategy | null {
  if (method !== 'GET' || headers.has('range') || headers.has('authorization')) return null;
  const address = new URL(url);
  if (address.origin !== origin) return null;
  if (mode === 'navigate') {
    // A page with a parameter in its path has contents, as of a report that may be hidden tomorrow: it is never kept.
    const page = pageNameAt(address.pathname);
    return page && pages.includes(siteMap[page]) ? 'document' : null;
  }
  if (address.search !== '') return null;
  return file.test(address.pathname) || manifest.test(address.pathname) ? 'kept' : null;
}
