import { afterEach, expect, it, vi } from 'vitest';
import { refuseStorage, stubPage } from '../../../testing/stub-page.ts';

afterEach(() => vi.unstubAllGlobals());

it('where storage is refused there is no session to remove, and that is no failure', async () => {
  stubPage('/adminDashboard');
  refuseStorage();
  const { removeAdminSession, storeAdminSession } = await import('./admin-session.ts');
  expect(removeAdminSession).not.toThrow();
  // Nobody could go on without it.
  expect(() => storeAdminSession('a.b.c', 'head@example.com')).toThrow();
});
