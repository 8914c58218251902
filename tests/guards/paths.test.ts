import { describe, expect, inject, it } from 'vitest';
import { itStillAnswers } from '../../testing/guards/operations.ts';
import { sendRaw, type Told } from '../../testing/guards/raw-http.ts';

const portal = inject('portal');
// By hand: a client would tidy the path before it sends it.
const ask = (path: string, method = 'GET') =>
  sendRaw(portal.portal, `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 10_000);

/** No such thing, none that may be had, or none that can be read: the sender's mistake, and nothing of ours is shown. */
const isRefusal = ({ statuses: [status = 0], text }: Told = { statuses: [], text: '', closed: false }) =>
  status >= 400 && status < 500 && !/process_cpu|"workspaces"|root:|"status":"ok"/.test(text);

const ups = ['..', '%2e%2e', '.%2e', '%2E.', '%252e%252e', '..%00', '..;', '%c0%ae%c0%ae', '..%5c..', '.\\..'];
const slashes = ['/', '%2f', '%2F', '%5c', '\\', '%252f', '%c0%af', '//', '/./', '\\/'];
const begins = [
  '/',
  '/uploads/',
  '/uploads/a\\',
  '/assets/',
  '/remotes/resident/',
  '/docs/static/',
  '/reports/',
  '/download-pdf/',
  '/x\\',
];
const ends = ['metrics', 'health/ready', 'internal/uploads', 'package.json', 'etc/passwd', '.env', 'files/originals'];

describe.each(begins)('from %s upwards', (begin) => {
  it('leads to no file and to no inner path, however it is written', async () => {
    const paths = ups.flatMap((up) =>
      slashes.flatMap((slash) => ends.map((end) => `${begin}${up}${slash}${up}${slash}${end.replaceAll('/', slash)}`)),
    );
    for (let from = 0; from < paths.length; from += 50) {
      const some = paths.slice(from, from + 50);
      const answers = await Promise.all(some.map((path) => ask(path)));
      const open = some.filter((_, index) => !isRefusal(answers[index]));
      expect(open).toEqual([]);
    }
  });
});

it.each([
  '/metrics',
  '/%6detrics',
  '/metrics/',
  '/METRICS',
  '//metrics',
  '/metrics%00',
  '/metrics;x',
  '/internal/uploads',
  '/internal%2fuploads',
  '/%69nternal/uploads',
  '/INTERNAL/uploads',
  '/internal/../internal/uploads',
  '/uploads/a\\..\\..\\metrics',
  '/uploads/a\\..\\..\\internal\\uploads?reportId=1',
  '/remotes/resident/health/ready',
  '/remotes/resident/%68ealth/ready',
  '/remotes/admin/health%2flive',
  '/remotes/admin/metrics',
  '/auth/v1/..\\..\\metrics',
  '/auth/metrics',
  '/rest/metrics',
  '/health%2fready',
  '/health\\ready',
])('%s is not reached from outside, whatever the method', async (path) => {
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']) {
    const { statuses, text } = await ask(path, method);
    expect([path, method, [204, 400, 404, 405].includes(statuses[0] ?? 0)]).toEqual([path, method, true]);
    expect(text).not.toMatch(/process_cpu|nodejs_|"status":"ok"/);
  }
});

it.each([
  ['no such picture', `/uploads/${'0'.repeat(32)}.webp`],
  ['another ending', `/uploads/${'0'.repeat(32)}.svg`],
  ['NUL before the ending', `/uploads/${'0'.repeat(32)}%00.webp`],
  ['its key in the storage', `/uploads/public/00/${'0'.repeat(32)}.1600`],
  ['an original', '/uploads/originals%2f00'],
  ['a page as a file', '/index.html'],
  ['a page as a file, written in escapes', '/%69ndex%2ehtml'],
  ['a page as a file, and NUL', '/index.html%00'],
  ['a hidden file', '/.git/config'],
  ['a hidden file of a remote', '/remotes/resident/.env'],
  ['bytes that are no text', '/%ff%fe'],
  ['half an escape', '/%e0%a4%a'],
  ['a long name', `/uploads/${'a'.repeat(5000)}`],
])('%s is not there', async (_what, path) => {
  expect([400, 404]).toContain((await ask(path)).statuses[0]);
});

itStillAnswers(portal);
