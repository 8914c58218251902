import { beforeEach, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();
const answer = { access_token: 'a.b.c', token_type: 'bearer', expires_in: 3600, refresh_token: 'r', user: { id: '7' } };

beforeEach(() => {
  const location = new URL('http://portal.test/profile');
  const addEventListener = () => {};
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', { location, addEventListener });
  vi.stubGlobal('document', { addEventListener, visibilityState: 'hidden', documentElement: { lang: 'en' } });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});

it('a change of the account that is answered after the sign-out does not bring the session back', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (url: string) => {
    if (new URL(url).pathname === '/auth/v1/user') {
      ask();
      await released;
    }
    return Object.defineProperty(Response.json(answer), 'url', { value: url });
  });
  const { auth, signOut, storedSession } = await import('./resident-session.ts');
  await auth.signInWithPassword({ email: 'sana@example.com', password: 'a lantern by the canal' });
  const saving = auth.updateUser({ data: { location: 'Canal Road' } });
  await asked;
  await signOut();
  expect(storedSession()).toBeNull();
  release();
  await saving;
  expect(storedSession()).toBeNull();
});
