import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js';
import { beforeEach, expect, it, vi } from 'vitest';

const renewTokens = vi.fn();
const signOut = vi.fn();
vi.mock('@tma/web/session/resident-session', () => ({ renewTokens, signOut }));
const { createRenewal } = await import('./renew-session.ts');

const renewed = vi.fn();
beforeEach(() => void vi.resetAllMocks());

it('a token that is refused is renewed, once for all calls of a moment', async () => {
  renewTokens.mockResolvedValue({ error: null });
  const renew = createRenewal(renewed);
  await Promise.all([renew(), renew()]);
  expect([renewTokens.mock.calls.length, renewed.mock.calls.length]).toEqual([1, 1]);
  expect(signOut).not.toHaveBeenCalled();
});

it('a session that has ended cannot be renewed, and is signed out', async () => {
  renewTokens.mockResolvedValue({ error: new AuthApiError('gone', 400, 'refresh_token_not_found') });
  await createRenewal(renewed)();
  expect(signOut).toHaveBeenCalledOnce();
  expect(renewed).not.toHaveBeenCalled();
});

it('where no answer comes the session stays', async () => {
  renewTokens.mockResolvedValue({ error: new AuthRetryableFetchError('Failed to fetch', 0) });
  await createRenewal(renewed)();
  expect(signOut).not.toHaveBeenCalled();
});

it('new tokens that are refused as well end the session: it is not renewed for ever', async () => {
  renewTokens.mockResolvedValue({ error: null });
  const renew = createRenewal(renewed);
  for (let time = 0; time < 4; time += 1) await renew();
  expect([renewTokens.mock.calls.length, signOut.mock.calls.length]).toEqual([3, 1]);
});
