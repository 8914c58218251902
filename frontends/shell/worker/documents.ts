/** The documents of the portal's pages, by language, as this build draws them. */
import { defaultLanguage, isLanguage } from '@tma/contracts/languages';
import { pageNameAt, pages, siteMap } from '@tma/contracts/pages';
import { files, shellCache } from './build.ts';
import { networkFirst } from './network-first.ts';
import { type FetchEvent, inBackground } from './scope.ts';

/**
 * The pages that have no network, by their ids: those whose document was kept, and those that say so. The worker may be stopped
 * and forget them: a page says it again and again as long as it lasts.
 */
export const offlinePages = new Set<string>();

/** All pages of remotes begin as the same frame, so one stands for all: nothing of their addresses is kept either. */
const frame = siteMap.userDashboard.path;
function keptPathOf(path: string): string {
  const name = pageNameAt(path);
  return name && siteMap[name].frontend === 'shell' ? siteMap[name].path : frame;
}
const keptPaths = [...new Set(pages.map(({ path }) => keptPathOf(path)))];

const keyOf = (path: string, language: string) => `${keptPathOf(path)}?lang=${language}`;
/** Where the language is kept that documents were last seen in. */
const languageKey = '/language';

/** Answers a page: from the network, else as it was kept. */
export function answerDocument(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  const page = event.resultingClientId;
  const asked = fetch(event.request);
  inBackground(
    event,
    asked.then((answer) => keepDocument(pathname, answer.clone())),
  );
  return networkFirst(asked, async () => {
    const kept = await findDocument(pathname);
    if (!kept) return undefined;
    offlinePages.add(page);
    // The network was only late.
    inBackground(
      event,
      asked.then(() => offlinePages.delete(page)),
    );
    return kept;
  });
}

/** The page in the language last seen; in another one where that is not there. */
async function findDocument(path: string): Promise<Response | undefined> {
  const cache = await caches.open(shellCache);
  const inLanguage = await cache.match(keyOf(path, await languageNow(cache)));
  return inLanguage ?? cache.match(keptPathOf(path), { ignoreSearch: true });
}

const languageNow = async (cache: Cache) => (await (await cache.match(languageKey))?.text()) ?? defaultLanguage;

/** Whether a page is of this build: its own script says so. What it preloads may be the same in two builds. */
const isOfThisBuild = (html: string) => files.some((file) => html.includes(` src="${file}"`));

/** Keeps a page. One of another build is not: its scripts are not here. @returns whether it was kept */
async function keepDocument(path: string, answer: Response): Promise<boolean> {
  if (answer.status !== 200 || answer.redirected) return false;
  const headers = new Headers(answer.headers);
  // Of the bytes that came; what is kept is the text.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  const html = await answer.text();
  const [, language = defaultLanguage] = /<html[^>]* lang="([\w-]+)"/.exec(html) ?? [];
  if (!isLanguage(language) || !isOfThisBuild(html)) return false;
  const cache = await caches.open(shellCache);
  await cache.put(languageKey, new Response(language));
  await cache.put(keyOf(path, language), new Response(html, { headers }));
  return true;
}

/** Keeps every page that opens without a network, in the language that the server answers in. Throws where one is not to be had. */
export async function keepDocuments(): Promise<void> {
  for (const path of keptPaths) {
    const answer = await fetch(path, { headers: { accept: 'text/html' } });
    if (!(await keepDocument(path, answer))) throw new Error(`${path} is not of this build`);
  }
}

/** Takes note of the language that the page was changed to, and keeps the pages in it where they are not yet. */
export async function keepLanguage(language: string): Promise<void> {
  if (!isLanguage(language)) return;
  const cache = await caches.open(shellCache);
  await cache.put(languageKey, new Response(language));
  // Each: the server may have brought some of them already.
  const kept = await Promise.all(keptPaths.map((path) => cache.match(keyOf(path, language))));
  if (!kept.every(Boolean)) await keepDocuments();
}
