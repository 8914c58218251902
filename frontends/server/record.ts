/** The document of a report's record: what messengers, search engines and the page itself find in it. */
import { type PublicRecord, recordOperations } from '@tma/contracts/reports/record';
import { escapeHtml } from '@tma/kit/html';
import { limitHeaders } from '@tma/kit/problem';
import type { z } from 'zod';

/** What is said in one language; written at build (frontends/shell/prerender.tsx). */
export interface RecordWords {
  portal: string;
  notFound: string;
  /** By the names of the API; a name without an entry is shown as it is. */
  issues: Readonly<Record<string, string>>;
  statuses: Readonly<Record<string, string>>;
}

/** What became of asking for a record: 200, 404, 429, or 503 where the service did not answer well. */
export type AskedRecord =
  | { status: 200; record: z.infer<typeof PublicRecord>; address: string }
  | { status: 404 | 429 | 503; limit?: Readonly<Record<string, string>> };

/** How long the answer is waited for, in milliseconds: the page opens without the record, too. */
const timeout = 2000;

/**
 * Asks the reports service for a report's record. It never throws.
 * @param url of the service @param headers the caller's address, by which unknown references are counted
 */
export async function askRecord(
  url: string,
  reference: string,
  headers: Readonly<Record<string, string>>,
): Promise<AskedRecord> {
  const path = recordOperations.readRecord.path.replace('{reference}', encodeURIComponent(reference));
  try {
    const answer = await fetch(url + path, { headers, signal: AbortSignal.timeout(timeout) });
    if (answer.ok) {
      const [, address = ''] = /<([^>]+)>; rel="canonical"/.exec(answer.headers.get('link') ?? '') ?? [];
      return { status: 200, record: (await answer.json()) as z.infer<typeof PublicRecord>, address };
    }
    await answer.body?.cancel();
    const status = answer.status === 404 || answer.status === 429 ? answer.status : 503;
    return { status, limit: limitHeaders(answer.headers) };
  } catch {
    return { status: 503 };
  }
}

const meta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;

/** The most characters of a description. */
const longest = 200;
/** The cut may split a character of two code units: the half that stays is replaced. */
const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest - 3).toWellFormed()}...` : text);

/**
 * The prerendered page, with what is known of the report: title, description and preview, and everything for the page's script.
 * Search engines may list it only if its reporter shares it, and only then its picture is shown.
 */
export function drawRecord(html: string, words: RecordWords, reference: string, asked: AskedRecord): string {
  const inPage = { reference, status: asked.status, ...(asked.status === 200 && { record: asked.record }) };
  const { title, tags } = headOf(words, asked);
  return html
    .replace(/<title>[^<]*<\/title>/, (whole) =>
      title ? `<title>${escapeHtml(`${title} | ${words.portal}`)}</title>` : whole,
    )
    .replace(/<meta name="description"[^>]*>/, (whole) => (asked.status === 200 ? '' : whole))
    .replace('</head>', () => `${tags.join('')}</head>`)
    .replace('<div id="root"', () => `<div id="root" data-record="${escapeHtml(JSON.stringify(inPage))}"`);
}

function headOf(words: RecordWords, asked: AskedRecord): { title: string | undefined; tags: string[] } {
  const hidden = meta('name', 'robots', 'noindex');
  if (asked.status !== 200) return { title: asked.status === 404 ? words.notFound : undefined, tags: [hidden] };
  const { issue, tehsil, status, location, description, image, shared } = asked.record;
  const title = `${words.issues[issue] ?? issue}, ${tehsil}`;
  const said = [words.statuses[status] ?? status, location, description].filter((text) => text !== null);
  const about = shortened(said.join(' · ').replaceAll(/\s+/g, ' '));
  const preview = {
    'og:site_name': words.portal,
    'og:type': 'website',
    'og:title': title,
    'og:description': about,
    ...(asked.address && { 'og:url': asked.address }),
    ...(asked.address && image && { 'og:image': new URL(`/${image}`, asked.address).href, 'og:image:alt': title }),
  };
  const tags = Object.entries(preview).map(([property, content]) => meta('property', property, content));
  return { title, tags: [meta('name', 'description', about), ...(shared ? [] : [hidden]), ...tags] };
}

/** A page that names the feed of a tehsil's shared reports, for readers of feeds. */
export function withFeed(html: string, tehsil: string): string {
  const address = `${recordOperations.sharedReports.path}?tehsil=${encodeURIComponent(tehsil)}`;
  const link = `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(tehsil)}" href="${escapeHtml(address)}">`;
  return html.replace('</head>', () => `${link}</head>`);
}
