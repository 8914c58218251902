import { AuthApiError, AuthRefreshDiscardedError, AuthRetryableFetchError } from '@supabase/auth-js';
import { ApiError } from '@tma/web/api/api-error';
import { afterEach, expect, it, vi } from 'vitest';
import { refuseStorage, stubPage } from '../../../testing/stub-page.ts';

afterEach(() => vi.unstubAllGlobals());

const answer = { access_token: 'a.b.c', token_type: 'bearer', expires_in: 3600, refresh_token: 'r', user: { id: '7' } };
const credentials = { email: 'sana@example.com', password: 'a lantern by the canal' };

/** A page of a browser that refuses storage to it. @returns what the portal is asked */
function openRefused(): string[] {
  const asked: string[] = [];
  stubPage('/signin');
  refuseStorage();
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, href } = new URL(address);
    asked.push(pathname);
    const response = pathname === '/auth/v1/token' ? Response.json(answer) : new Response(null, { status: 204 });
    return Object.defineProperty(response, 'url', { value: href });
  });
  return asked;
}

it('where storage is refused one is signed in as long as the page is open, and signed out by logging out', async () => {
  const asked = openRefused();
  const { auth, signOut } = await import('./resident-session.ts');
  await auth.signInWithPassword(credentials);
  expect((await auth.getSession()).data.session?.access_token).toBe('a.b.c');
  await signOut();
  expect((await auth.getSession()).data.session).toBeNull();
  expect(asked).toEqual(['/auth/v1/token', '/auth/v1/logout']);
});

it.each([
  ['with another token it goes on', answer, null, true],
  ['where no answer came it goes on', null, new AuthRetryableFetchError('Failed to fetch', 0), true],
  ['refused, it has ended', null, new AuthApiError('gone', 400, 'refresh_token_not_found'), false],
])('a session that is renewed: %s', async (_what, session, error, goesOn) => {
  openRefused();
  const { auth, renewSession } = await import('./resident-session.ts');
  const refresh = vi.spyOn(auth, 'refreshSession').mockResolvedValue({ data: { session }, error } as never);
  expect(await renewSession()).toBe(goesOn);
  refresh.mockRestore();
});

it.each([
  ['renewed: it goes on', JSON.stringify(answer), true],
  ['ended: it has ended', null, false],
])('a session that another tab has meanwhile %s', async (_what, stored, goesOn) => {
  openRefused();
  const { auth, renewSession } = await import('./resident-session.ts');
  const renewed = { data: { session: null }, error: new AuthRefreshDiscardedError() };
  const refresh = vi.spyOn(auth, 'refreshSession').mockResolvedValue(renewed as never);
  vi.stubGlobal('localStorage', { getItem: () => stored });
  expect(await renewSession()).toBe(goesOn);
  refresh.mockRestore();
});

it.each([
  [new AuthApiError('ended', 403, 'session_not_found'), true],
  // As GoTrue says it, too, where another call than one of auth-js is refused.
  [new ApiError(403, 'session_not_found', 'ended'), true],
  [new ApiError(403, 'bad_jwt', 'its key was retired'), true],
  [new ApiError(401, 'session_ended', 'ended'), true],
  [new ApiError(403, 'forbidden', 'not for this account'), false],
  [new ApiError(400, 'current_password_invalid', 'wrong'), false],
  [new ApiError(0, 'unreachable', ''), false],
])('%o says that the session has ended: %s', async (error, ended) => {
  openRefused();
  const { isSessionEnded } = await import('./resident-session.ts');
  expect(isSessionEnded(error)).toBe(ended);
});

it('signing out everywhere ends all sessions at the server, then this one here', async () => {
  const asked = openRefused();
  const { auth, signOutEverywhere } = await import('./resident-session.ts');
  const { client } = await import('./auth-client.ts');
  await auth.signInWithPassword(credentials);
  const everywhere = vi.spyOn(client.admin, 'signOut');
  await signOutEverywhere();
  expect(everywhere.mock.calls[0]).toEqual(['a.b.c', 'global']);
  expect(asked).toEqual(['/auth/v1/token', '/auth/v1/logout', '/auth/v1/logout']);
  expect((await auth.getSession()).data.session).toBeNull();
  everywhere.mockRestore();
});

it('refused, it is not said to be done; a session that has ended is taken off this device', async () => {
  openRefused();
  const { auth, signOutEverywhere } = await import('./resident-session.ts');
  const { client } = await import('./auth-client.ts');
  await auth.signInWithPassword(credentials);
  const refusal = { data: null, error: new AuthApiError('refused', 403, 'bad_jwt') };
  const everywhere = vi.spyOn(client.admin, 'signOut').mockResolvedValue(refusal);
  const refresh = vi.spyOn(auth, 'refreshSession');
  refresh.mockResolvedValueOnce({ data: { session: answer }, error: null } as never);
  await expect(signOutEverywhere()).rejects.toMatchObject({ code: 'bad_jwt' });
  expect((await auth.getSession()).data.session).not.toBeNull();
  const gone = new AuthApiError('gone', 400, 'refresh_token_not_found');
  refresh.mockResolvedValueOnce({ data: { session: null }, error: gone } as never);
  await expect(signOutEverywhere()).rejects.toMatchObject({ code: 'bad_jwt' });
  expect((await auth.getSession()).data.session).toBeNull();
  for (const spy of [everywhere, refresh]) spy.mockRestore();
});

it.each([200, 403, 511])('a page in the place of an answer, with status %i, is no answer', async (status) => {
  openRefused();
  vi.stubGlobal('fetch', async () => new Response('<html>', { status, headers: { 'content-type': 'text/html' } }));
  const { auth } = await import('./resident-session.ts');
  const { isUnanswered } = await import('./auth-errors.ts');
  const { error } = await auth.signInWithPassword(credentials);
  expect([isUnanswered(error), error?.message]).toEqual([true, 'Failed to fetch']);
});
