import { afterEach, expect, it, vi } from 'vitest';
import { readServerTime } from './server-time.ts';

afterEach(() => vi.unstubAllGlobals());

const date = 'Thu, 05 Mar 2026 09:00:00 GMT';

it.each([
  ['an answer of the portal', new Response(null, { headers: { date } }), Date.UTC(2026, 2, 5, 9)],
  ['an answer without a time', new Response(null), undefined],
  ['a time that is none', new Response(null, { headers: { date: 'soon' } }), undefined],
  ['an answer of whatever stands between', new Response(null, { status: 511, headers: { date } }), undefined],
  [
    'a page of whatever stands between',
    new Response(null, { headers: { date, 'content-type': 'text/html' } }),
    undefined,
  ],
])('the time of %s', async (_what, answer, time) => {
  const fetched = vi.fn(async () => answer);
  vi.stubGlobal('fetch', fetched);
  await expect(readServerTime()).resolves.toBe(time);
  // Neither a cache nor a page that a redirect leads to is asked.
  expect(fetched).toHaveBeenCalledWith(
    '/remotes.json',
    expect.objectContaining({ cache: 'no-store', method: 'HEAD', redirect: 'error' }),
  );
});

it('without a network there is none', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(readServerTime()).resolves.toBeUndefined();
});
