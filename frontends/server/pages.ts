import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defaultLanguage, type Language } from '@tma/contracts/languages';
import { type ContactValues, contactMarks, withDial } from '@tma/contracts/portal/contact';
import { escapeHtml } from '@tma/kit/html';

/** The path under which the page for unknown addresses is prerendered; no page has it. */
export const notFoundPage = '/not-found';

/** The file that holds the prerendered page of a path of the site map in a language: `home.html`, `home.ur.html`, `r-reference.html`. */
export function pageFile(path: string, language: Language): string {
  const name = path === '/' ? 'home' : path.slice(1).replaceAll(/\W+/g, '-');
  return language === defaultLanguage ? `${name}.html` : `${name}.${language}.html`;
}

/** The file with what is said of a report's record in a language. */
export const recordWordsFile = (language: Language) => `record-words.${language}.json`;

interface RenderedPage {
  /** By content coding; '' is uncompressed. */
  bodies: Readonly<Record<'' | 'gzip' | 'br', Buffer>>;
  etag: string;
  /** Hash of the inline style sheet, as the Content-Security-Policy names it. */
  style: string | undefined;
}

/**
 * Reads prerendered pages from a folder and fills in the administration's phone, e-mail and address. A page is cached
 * until its file changes: a build replaces the folder while the server runs. Throws when the file does not exist.
 */
export function createPages(
  folder: string,
  contact: ContactValues,
): (path: string, language: Language) => RenderedPage {
  const values = Object.entries(withDial(contact)).map(([name, value]) => [
    contactMarks[name as keyof typeof contactMarks],
    escapeHtml(value),
  ]);
  const fill = (page: string) =>
    values.reduce((text, [mark = '', value = '']) => text.replaceAll(mark, () => value), page);
  const cache = new Map<string, { changedAt: number; page: RenderedPage }>();
  return (path, language) => {
    const file = join(folder, pageFile(path, language));
    const changedAt = statSync(file).mtimeMs;
    const last = cache.get(file);
    if (last?.changedAt === changedAt) return last.page;
    const page = renderPage(Buffer.from(fill(readFileSync(file, 'utf8'))));
    cache.set(file, { changedAt, page });
    return page;
  };
}

function renderPage(page: Buffer): RenderedPage {
  const br = brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const etag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;
  const [, styles] = /<style>(.*?)<\/style>/s.exec(page.toString()) ?? [];
  const style = styles && `sha256-${createHash('sha256').update(styles).digest('base64')}`;
  return { bodies: { '': page, gzip: gzipSync(page), br }, etag, style };
}
