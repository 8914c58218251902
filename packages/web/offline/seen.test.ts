import { roleHeader } from '@tma/contracts/roles';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { tokenWith } from '../../../testing/stub-page.ts';
import { forgetSeen, orLastSeen, placeOf } from './seen.ts';

const resident = tokenWith({ aud: 'authenticated', sub: '7', user_metadata: { first_name: 'ثنا' } });
const other = tokenWith({ aud: 'authenticated', sub: '8' });
const admin = tokenWith({ aud: 'admin', sub: '7', role: 'head' });
const crew = tokenWith({ aud: 'admin', sub: '9', role: 'crew' });

/** A browser's caches, as far as answers are kept in them. */
function openCaches() {
  const stored = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return {
      put: async (key: string, answer: Response) => void entries.set(key, answer),
      delete: async (key: string) => entries.delete(key),
      keys: async () => [...entries.keys()],
    };
  };
  vi.stubGlobal('caches', {
    open,
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  });
  return () => [...stored].flatMap(([name, entries]) => [...entries.keys()].map((key) => `${name} ${key}`));
}
afterEach(() => vi.unstubAllGlobals());

const list = '/rest/v1/requests?select=*';

describe('what is kept of what was read', () => {
  it.each([
    ['GET', '/rest/v1/requests?select=*&user_id=eq.7', resident, 'tma-seen authenticated 7'],
    ['HEAD', '/rest/v1/requests?select=id&status=eq.Closed', resident, 'tma-seen authenticated 7'],
    ['GET', '/rest/v1/usersdb?select=*&id=eq.7', resident, 'tma-seen authenticated 7'],
    ['GET', '/adminrequests?filter=mine&limit=50', crew, 'tma-seen admin 9'],
    ['GET', '/api/config', null, 'tma-seen everybody'],
    ['GET', '/api/figures?tehsil=Mardan', undefined, 'tma-seen everybody'],
  ])('%s %s', (method, url, token, cache) => {
    expect(placeOf(method, url, token)).toEqual({ cache, key: `/seen/${method}${url}` });
  });
});

describe('what is not', () => {
  it.each([
    ['POST', '/rest/v1/usersdb', resident],
    ['PATCH', '/rest/v1/usersdb?id=eq.7', resident],
    ['PUT', '/reports/42', admin],
    ['GET', '/adminrequests?filter=all&limit=50', admin],
    ['GET', '/adminrequests/counts', admin],
    ['GET', '/api/admins', admin],
    ['GET', '/api/config', admin],
    ['GET', '/rest/v1/requests?select=*&id=lt.42', resident],
    ['GET', '/adminrequests?filter=all&before=42', admin],
    ['GET', '/adminrequests?filter=mine&before=42', crew],
    ['GET', '/adminrequests/counts', crew],
    ['GET', '/adminrequests?q=khan', admin],
    ['GET', '/adminrequests.csv?filter=all', admin],
    ['GET', '/reports/42/closure', resident],
    ['GET', '/reports/42/history', resident],
    ['GET', '/download-pdf/42', resident],
    ['GET', '/request-contact/7', admin],
    ['GET', '/auth/v1/user', resident],
    ['POST', '/closures/view', null],
    ['GET', '/rest/v1/requests?select=*', 'no token'],
    ['GET', '/rest/v1/requests?select=*', tokenWith({ sub: '7' })],
  ])('%s %s', (method, url, token) => {
    expect(placeOf(method, url, token)).toBeNull();
  });
});

describe('an answer that was on its way', () => {
  const json = () => Response.json([{ id: 7 }]);
  const page = () => new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
  it.each([
    ['GET', 'nothing', async () => {}, json, 1],
    ['GET', 'a new token of the same person', () => forgetSeen('authenticated', resident), json, 1],
    ['GET', 'the sign-out', () => forgetSeen('authenticated'), json, 0],
    ['GET', 'somebody else', () => forgetSeen('authenticated', other), json, 0],
    ['GET', 'an administrator who signs out', () => forgetSeen('admin'), json, 1],
    ['GET', 'nothing, and is a page', async () => {}, page, 0],
    ['HEAD', 'nothing, and has no body', async () => {}, () => new Response(null), 1],
  ])('%s: meanwhile comes %s', async (method, _what, meanwhile, answer, kept) => {
    const keptNow = openCaches();
    await forgetSeen('authenticated', resident);
    const place = placeOf(method, list, resident);
    if (!place) throw new Error('It has no place');
    const { promise, resolve } = Promise.withResolvers<Response>();
    const read = orLastSeen(place, promise);
    await meanwhile();
    resolve(answer());
    await read;
    await new Promise((done) => setTimeout(done, 10));
    expect(keptNow()).toHaveLength(kept);
  });
});

it.each([
  ['crew', 1],
  ['clerk', 0],
])('who signed in as crew and is %s now has %d lists kept', async (role, kept) => {
  const keptNow = openCaches();
  await forgetSeen('admin', crew);
  const place = placeOf('GET', '/adminrequests?filter=mine', crew);
  if (!place) throw new Error('It has no place');
  await orLastSeen(place, Promise.resolve(Response.json([], { headers: { [roleHeader]: role } })));
  await new Promise((done) => setTimeout(done, 10));
  expect(keptNow()).toHaveLength(kept);
});

it('of an administrator nothing stays, whoever is signed in: releases before kept lists with names of residents', async () => {
  const keptNow = openCaches();
  for (const name of ['tma-seen admin 7', 'tma-seen authenticated 7'])
    await (await caches.open(name)).put('/seen/GET/adminrequests', Response.json([]));
  await forgetSeen('admin', admin);
  expect(keptNow()).toEqual(['tma-seen authenticated 7 /seen/GET/adminrequests']);
});
