import { expect, it, vi } from 'vitest';
import { stubPage } from '../../../testing/stub-page.ts';

const answer = { access_token: 'a.b.c', token_type: 'bearer', expires_in: 3600, refresh_token: 'r', user: { id: '7' } };

it('a change of the account that is answered after the sign-out does not bring the session back', async () => {
  stubPage('/profile');
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
