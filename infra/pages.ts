import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type ContactValues, contactMarks, withDial } from '@tma/contracts/portal/contact';

/** A path that no page has. */
export const notFoundPage = '/not-found';

/** The file of the page at a path. */
export const pageFile = (path: string) => `${path === '/' ? 'home' : path.slice(1)}.html`;

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

export interface Paper {
  /** By content coding; '' is as it is. */
  bodies: Readonly<Record<'' | 'gzip' | 'br', Buffer>>;
  etag: string;
  /** Of the page's own style sheet, as its policy names it; undefined where there is none. */
  style: string | undefined;
}

/**
 * Reads the prerendered pages of a folder, with the administration's phone, e-mail and address filled in. A page is kept
 * until its file is another: a build takes the folder's place while the server runs. Throws when there is no such file.
 */
export function createPages(folder: string, contact: ContactValues): (path: string) => Paper {
  const values = Object.entries(withDial(contact)).map(([name, value]) => [
    contactMarks[name as keyof typeof contactMarks],
    escapeHtml(value),
  ]);
  const fill = (page: string) =>
    values.reduce((text, [mark = '', value = '']) => text.replaceAll(mark, () => value), page);
  const kept = new Map<string, { changed: number; paper: Paper }>();
  return (path) => {
    const file = join(folder, pageFile(path));
    const changed = statSync(file).mtimeMs;
    const last = kept.get(path);
    if (last?.changed === changed) return last.paper;
    const paper = makePaper(Buffer.from(fill(readFileSync(file, 'utf8'))));
    kept.set(path, { changed, paper });
    return paper;
  };
}

function makePaper(page: Buffer): Paper {
  const br = brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const etag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;
  const [, styles] = /<style>(.*?)<\/style>/s.exec(page.toString()) ?? [];
  const style = styles && `sha256-${createHash('sha256').update(styles).digest('base64')}`;
  return { bodies: { '': page, gzip: gzipSync(page), br }, etag, style };
}
