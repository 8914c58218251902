import { beforeEach, expect, it, vi } from 'vitest';

const getSession = vi.fn();
vi.mock('@tma/web/session', () => ({ auth: { getSession } }));
const { token } = await import('./token.ts');

beforeEach(() => getSession.mockReset());

it('is the one of the session', async () => {
  getSession.mockResolvedValue({ data: { session: { access_token: 'a.b.c' } }, error: null });
  await expect(token()).resolves.toBe('a.b.c');
});

it('is none where nobody is signed in', async () => {
  getSession.mockResolvedValue({ data: { session: null }, error: null });
  await expect(token()).rejects.toMatchObject({ status: 401 });
});

it('that cannot be renewed for now is no end of the session', async () => {
  const error = Object.assign(new Error('Failed to fetch'), { name: 'AuthRetryableFetchError' });
  getSession.mockResolvedValue({ data: { session: null }, error });
  await expect(token()).rejects.toMatchObject({ status: 0 });
});
