import { afterEach, expect, it, vi } from 'vitest';
import { readServerTime } from './server-time.ts';

afterEach(() => vi.unstubAllGlobals());

const date = 'Thu, 05 Mar 2026 09:00:00 GMT';

const type = 'application/json; charset=utf-8';
const answerWith = (headers: Record<string, string>, status = 200) => new Response(null, { status, headers });

it.each([
  ['an answer of the portal', answerWith({ 'content-type': type, date }), Date.UTC(2026, 2, 5, 9)],
  ['an answer without a time', answerWith({ 'content-type': type }), undefined],
  ['a time that is none', answerWith({ 'content-type': type, date: 'soon' }), undefined],
  ['an answer of whatever stands between', answerWith({ 'content-type': type, date }, 511), undefined],
  ['a page of whatever stands between', answerWith({ 'content-type': 'text/html', date }), undefined],
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
