import { AuthRetryableFetchError } from '@supabase/auth-js';
import { beforeEach, expect, it, vi } from 'vitest';

const getSession = vi.fn();
vi.mock('@tma/web/session/resident-session', () => ({ auth: { getSession } }));
const { residentToken } = await import('./resident-token.ts');

beforeEach(() => getSession.mockReset());

it('is the one of the session', async () => {
  getSession.mockResolvedValue({ data: { session: { access_token: 'a.b.c' } }, error: null });
  await expect(residentToken()).resolves.toBe('a.b.c');
});

it('is missing where nobody is signed in', async () => {
  getSession.mockResolvedValue({ data: { session: null }, error: null });
  await expect(residentToken()).rejects.toMatchObject({ status: 401 });
});

it('that cannot be renewed for now does not end the session', async () => {
  const error = new AuthRetryableFetchError('Failed to fetch', 0);
  getSession.mockResolvedValue({ data: { session: null }, error });
  await expect(residentToken()).rejects.toMatchObject({ status: 0 });
});
