/** Shared reports as an Atom feed (RFC 4287). */
import { operations, pageUrl, recordUrl } from '@tma/contracts';
import { escapeXml } from '@tma/kit';
import type { Shared } from './feed.store.ts';

/** The time of a feed in which nothing has happened. */
const never = '1970-01-01T00:00:00.000Z';

/** @param publicUrl where people reach the portal */
export function feedOf(publicUrl: string, tehsil: string, reports: readonly Shared[]): string {
  const self = `${publicUrl}${operations.sharedReports.path}?tehsil=${encodeURIComponent(tehsil)}`;
  const updated = reports.reduce((last, { updated_at }) => (updated_at > last ? updated_at : last), never);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element('id', self),
    element('title', `Reports shared in ${tehsil}`),
    element('updated', updated),
    `<author>${element('name', `Tehsil Municipal Administration ${tehsil}`)}</author>`,
    link('self', self, 'application/atom+xml'),
    link('alternate', pageUrl(publicUrl, 'figures', { tehsil }), 'text/html'),
    ...reports.map((report) => entryOf(publicUrl, report)),
    '</feed>',
    '',
  ].join('\n');
}

function entryOf(publicUrl: string, report: Shared): string {
  const { reference, issue, status, location, description, image } = report;
  const address = recordUrl(publicUrl, reference);
  return [
    '<entry>',
    element('id', address),
    element('title', `${issue}: ${location}`),
    element('published', report.created_at),
    element('updated', report.updated_at),
    link('alternate', address, 'text/html'),
    image === null ? '' : link('enclosure', `${publicUrl}/${image}`, 'image/webp'),
    `<category term="${escapeXml(status)}"/>`,
    element('summary', `${status}. ${description}`),
    '</entry>',
  ].join('');
}

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;
const link = (rel: string, href: string, type: string) =>
  `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"/>`;
