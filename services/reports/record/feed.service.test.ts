import { execFileSync } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { type FormParts, form } from '../testing/calls.ts';
import { startDesk } from '../testing/desk.ts';
import type { TestCaller } from '../testing/index.ts';
import { pythonWith } from '../testing/python.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

const submitted = async (changes: FormParts = {}) => (await desk.submit(desk.ali, form(changes))).json();
const feed = (headers: Record<string, string> = {}, tehsil = desk.tehsil) =>
  desk.get(null, `/r.atom?tehsil=${encodeURIComponent(tehsil)}`, headers);
const put = (who: TestCaller, path: string, body: unknown) => desk.send(who, 'PUT', path, body);

const script = `
import feedparser, json, sys
feed = feedparser.parse(sys.stdin.buffer.read())
print(json.dumps({'bozo': bool(feed.bozo), 'version': feed.version, 'title': feed.feed.get('title'), 'id': feed.feed.get('id'),
  'updated': bool(feed.feed.get('updated_parsed')), 'links': [[l.rel, l.href] for l in feed.feed.links],
  'entries': [{'id': e.id, 'title': e.title, 'summary': e.summary, 'published': bool(e.get('published_parsed')),
    'enclosures': [x.href for x in e.enclosures], 'authors': e.get('authors', [])} for e in feed.entries]}))
`;

test('has what is shared in the tehsil, newest first, as an independent reader reads it', async ({ skip }) => {
  const found = await pythonWith('feedparser==6.0.14');
  if ('missing' in found) return skip(found.missing);
  await submitted({ description: 'Not shared.' });
  const first = await submitted({
    shared: 'true',
    location: 'گلی نمبر 5',
    description: 'Fish & chips <b>"]]>\u{1f600}',
  });
  const second = await submitted({ shared: 'true', location: 'Canal <script>', description: 'Dark.' });
  const hidden = await submitted({ shared: 'true', description: 'Hidden.' });
  await put(desk.farid, `/reports/${hidden.id}/hidden`, { hidden: true, reason: 'A face.' });
  const answer = await feed();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  const read = JSON.parse(
    execFileSync(found.python, ['-c', script], { input: Buffer.from(await answer.arrayBuffer()) }).toString(),
  );
  const { PUBLIC_URL } = desk.reports.config;
  const self = `${PUBLIC_URL}/r.atom?tehsil=${desk.tehsil}`;
  expect(read).toMatchObject({
    bozo: false,
    version: 'atom10',
    title: `Reports shared in ${desk.tehsil}`,
    id: self,
    updated: true,
    links: [
      ['self', self],
      ['alternate', `${PUBLIC_URL}/figures?tehsil=${desk.tehsil}`],
    ],
  });
  expect(read.entries).toMatchObject([
    { id: `${PUBLIC_URL}/r/${second.reference}`, published: true, enclosures: [`${PUBLIC_URL}/${second.image}`] },
    { id: `${PUBLIC_URL}/r/${first.reference}`, title: `${first.issue}: گلی نمبر 5` },
  ]);
  expect(read.entries[1].summary).toContain('Fish & chips <b>"]]>\u{1f600}');
});

test('is answered 304 by its ETag until something in it is hidden or no longer shared', async () => {
  const { id } = await submitted({ shared: 'true', description: 'One more.' });
  const before = await feed();
  const etag = before.headers.get('etag') ?? '';
  expect(before.headers.get('cache-control')).toBe('private, no-cache');
  expect((await feed({ 'if-none-match': etag })).status).toBe(304);
  expect(await before.text()).toContain('One more.');
  await put(desk.ali, `/reports/${id}/shared`, { shared: false });
  const after = await feed({ 'if-none-match': etag });
  expect(after.status).toBe(200);
  expect(await after.text()).not.toContain('One more.');
});

test('has fifty reports at most, read by an index of shared reports', async () => {
  const rows = `insert into reports (id, reference, reporter_name, issue, location, description, tehsil, status, phase, via, created_at,
      updated_at, due, shared)
    select gen_random_uuid(), 'TMA-F' || lpad(n::text, 7, '0'), 'x', 'x', 'x', 'n' || n, $1, 'Open', 'open', 'portal',
      now() + n * interval '1 s', now(), current_date, true from generate_series(1, 60) as n`;
  await desk.reports.pool.query(rows, [desk.tehsil]);
  const text = await (await feed()).text();
  expect(text.match(/<entry>/g)).toHaveLength(50);
  expect(text).toContain('n60<');
  expect(text).not.toContain('n10<');
});

test('is refused without a tehsil', async () => {
  expect((await desk.get(null, '/r.atom')).status).toBe(400);
});
