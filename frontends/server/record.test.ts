import { expect, it } from 'vitest';
import { type AskedRecord, drawRecord } from './record.ts';

const html = `<html><head><title>Report | Portal</title><meta name="description" content="Of a report."></head>
<body><div id="root" data-phone="1">…</div></body></html>`;
const words = { portal: 'Portal', notFound: 'Not found', issues: { Lights: 'بتیاں' }, statuses: { Open: 'کھلی' } };
const evil = `"><script>alert(1)</script>' $& $1 </div>`;
const record = {
  reference: 'TMA-7CV3X4JW',
  issue: 'Lights',
  tehsil: 'Mardan',
  status: 'Open',
  shared: true,
  location: `Canal ${evil}`,
  description: evil,
  image: 'uploads/a.webp',
  history: [],
};
const found = (changes: object = {}) =>
  ({
    status: 200,
    record: { ...record, ...changes },
    address: 'https://tma.example/r/TMA-7CV3X4JW',
  }) as unknown as AskedRecord;
const draw = (asked: AskedRecord) => drawRecord(html, words, record.reference, asked);
const attribute = (drawn: string, name: string) => new RegExp(`="${name}" content="([^"]*)"`).exec(drawn)?.[1];

it('of a shared report has title, description and picture for messengers, in the words of its language', () => {
  const drawn = draw(found());
  expect(drawn).toContain('<title>بتیاں, Mardan | Portal</title>');
  expect(attribute(drawn, 'og:title')).toBe('بتیاں, Mardan');
  expect(attribute(drawn, 'og:description')).toMatch(/^کھلی · Canal /);
  expect(attribute(drawn, 'description')).toBe(attribute(drawn, 'og:description'));
  expect(attribute(drawn, 'og:image')).toBe('https://tma.example/uploads/a.webp');
  expect(attribute(drawn, 'og:url')).toBe('https://tma.example/r/TMA-7CV3X4JW');
  expect(attribute(drawn, 'robots')).toBeUndefined();
});

it('of another says its state alone, and is not for search engines', () => {
  const drawn = draw(found({ shared: false, location: null, description: null, image: null }));
  expect(attribute(drawn, 'og:description')).toBe('کھلی');
  expect([attribute(drawn, 'og:image'), attribute(drawn, 'robots')]).toEqual([undefined, 'noindex']);
});

it('nothing that people wrote leaves its attribute, and the page gets it as it was', () => {
  const drawn = draw(found({ tehsil: evil }));
  expect(drawn).not.toContain('<script>');
  expect(drawn.match(/<\/?\w+/g)?.length).toBe(draw(found()).match(/<\/?\w+/g)?.length);
  const [, kept = ''] = /data-record="([^"]*)"/.exec(drawn) ?? [];
  const read = kept.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
  expect(JSON.parse(read.replaceAll('&amp;', '&'))).toEqual({
    reference: record.reference,
    status: 200,
    record: { ...record, tehsil: evil },
  });
});

it.each([
  [404, 'Not found | Portal'],
  [429, 'Report | Portal'],
  [503, 'Report | Portal'],
] as const)('of what was answered with %i says so to the page, and is not for search engines', (status, title) => {
  const drawn = draw({ status });
  expect(drawn).toContain(`<title>${title}</title>`);
  expect(drawn).toContain(`&quot;status&quot;:${status}`);
  expect(attribute(drawn, 'robots')).toBe('noindex');
});
