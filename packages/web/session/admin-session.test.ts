import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

it('where storage is refused there is no session to remove, and that is no failure', async () => {
  const refuse = () => {
    throw new DOMException('', 'SecurityError');
  };
  const listening = { addEventListener: () => {} };
  vi.stubGlobal('window', listening);
  vi.stubGlobal('document', listening);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const { removeAdminSession, storeAdminSession } = await import('./admin-session.ts');
  expect(removeAdminSession).not.toThrow();
  // Nobody could go on without it.
  expect(() => storeAdminSession('a.b.c', 'head@example.com')).toThrow();
});
