/** When auth-js is loaded, and what comes of it where it cannot be. */
import { beforeEach, expect, it, vi } from 'vitest';
import { stubPage } from '../../../testing/stub-page.ts';

const loads = vi.fn();
const session = { access_token: 'a.b.c', refresh_token: 'r', user: { id: '7' } };

let page: ReturnType<typeof stubPage>;
beforeEach(() => {
  vi.resetModules();
  vi.resetAllMocks();
  vi.doMock('./auth-client.ts', () => loads());
  page = stubPage('/signin');
  loads.mockReturnValue({ client: { onAuthStateChange: () => {}, getSession: async () => ({ data: { session } }) } });
});

it('a page for visitors does without it, until somebody types', async () => {
  await import('./resident-session.ts');
  expect(loads).not.toHaveBeenCalled();
  void page.happens('input', {});
  await expect.poll(() => loads.mock.calls.length).toBe(1);
});

it('it is there where somebody is signed in', async () => {
  page.stored.set('sb-portal-auth-token', JSON.stringify(session));
  await import('./resident-session.ts');
  await expect.poll(() => loads.mock.calls.length).toBe(1);
});

it('it is there once somebody signs in in another tab', async () => {
  await import('./resident-session.ts');
  void page.happens('storage', { key: 'sb-portal-auth-token', newValue: JSON.stringify(session) });
  await expect.poll(() => loads.mock.calls.length).toBe(1);
});

it('where it cannot be loaded, no answer has come; the next call tries again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  loads.mockImplementationOnce(() => {
    throw new Error('the line was cut');
  });
  const { auth } = await import('./resident-session.ts');
  const { isUnanswered } = await import('./auth-errors.ts');
  const { data, error } = await auth.signInWithPassword({ email: 'sana@example.com', password: 'any' });
  expect([data, isUnanswered(error)]).toEqual([{ user: null, session: null }, true]);
  expect((await auth.getSession()).data.session).toEqual(session);
});

it('where it cannot be loaded, whoever was signed in still is, at once', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  page.stored.set('sb-portal-auth-token', JSON.stringify(session));
  const { promise, reject } = Promise.withResolvers();
  loads.mockReturnValueOnce(promise);
  const { onSession } = await import('./resident-session.ts');
  const told = vi.fn();
  onSession(told);
  await expect.poll(() => loads.mock.calls.length).toBe(1);
  expect(told).not.toHaveBeenCalled();
  reject(new Error('the line was cut'));
  await expect.poll(() => told.mock.calls).toEqual([[session]]);
});

it('where it cannot be loaded though the portal is there, the page has to be loaded again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  loads.mockImplementation(() => {
    throw new Error('it is of an older build');
  });
  vi.stubGlobal('fetch', async () => new Response());
  const { auth } = await import('./resident-session.ts');
  const { error } = await auth.signInWithPassword({ email: 'sana@example.com', password: 'any' });
  expect(error).toMatchObject({ name: 'AuthRetryableFetchError', code: 'not_loaded' });
});
