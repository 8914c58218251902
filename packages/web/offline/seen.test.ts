import { describe, expect, it } from 'vitest';
import { placeOf } from './seen.ts';

/** A token whose claims are these, as far as they are read. */
const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
const resident = tokenOf({ aud: 'authenticated', sub: '7', user_metadata: { first_name: 'ثنا' } });
const admin = tokenOf({ aud: 'admin', sub: '7' });

describe('what is kept of what was read', () => {
  it.each([
    ['GET', '/rest/v1/requests?select=*&user_id=eq.7', resident, 'tma-seen authenticated 7'],
    ['HEAD', '/rest/v1/requests?select=id&status=eq.Closed', resident, 'tma-seen authenticated 7'],
    ['GET', '/rest/v1/usersdb?select=*&id=eq.7', resident, 'tma-seen authenticated 7'],
    ['GET', '/adminrequests?filter=all&limit=50', admin, 'tma-seen admin 7'],
    ['GET', '/adminrequests/counts', admin, 'tma-seen admin 7'],
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
    ['GET', '/rest/v1/requests?select=*&id=lt.42', resident],
    ['GET', '/adminrequests?filter=all&before=42', admin],
    ['GET', '/adminrequests?q=khan', admin],
    ['GET', '/adminrequests.csv?filter=all', admin],
    ['GET', '/reports/42/closure', resident],
    ['GET', '/reports/42/history', resident],
    ['GET', '/download-pdf/42', resident],
    ['GET', '/request-contact/7', admin],
    ['GET', '/auth/v1/user', resident],
    ['POST', '/closures/view', null],
    ['GET', '/rest/v1/requests?select=*', 'no token'],
    ['GET', '/rest/v1/requests?select=*', tokenOf({ sub: '7' })],
  ])('%s %s', (method, url, token) => {
    expect(placeOf(method, url, token)).toBeNull();
  });
});
