/** Pages that come back by Back as they were left (bfcache): what other tabs did meanwhile, nobody has told them. */
import { beforeEach, expect, it, vi } from 'vitest';
import { stubPage, tokenWith } from '../../../testing/stub-page.ts';

const answer = { access_token: 'a.b.c', token_type: 'bearer', expires_in: 3600, refresh_token: 'r', user: { id: '7' } };

let page: ReturnType<typeof stubPage>;
beforeEach(() => {
  page = stubPage('/userDashboard');
});

const comeBack = () => page.happens('pageshow', { persisted: true });

it('a resident who has signed out in another tab is signed out', async () => {
  vi.stubGlobal('fetch', async (url: string) => Object.defineProperty(Response.json(answer), 'url', { value: url }));
  const { auth, onResidentChange } = await import('./resident-session.ts');
  await auth.signInWithPassword({ email: 'sana@example.com', password: 'a lantern by the canal' });
  const left = vi.fn();
  onResidentChange(left);
  await comeBack();
  expect(left).not.toHaveBeenCalled();
  page.stored.clear();
  await comeBack();
  expect(left).toHaveBeenCalledOnce();
});

it('an administrator who has signed out in another tab is signed out', async () => {
  page.stored.set('Token', tokenWith({ Tehsil: 'Mardan' }));
  const { onAdminChange } = await import('./admin-session.ts');
  const left = vi.fn();
  onAdminChange(left);
  await comeBack();
  expect(left).not.toHaveBeenCalled();
  page.stored.clear();
  await comeBack();
  expect(left).toHaveBeenCalledOnce();
});
