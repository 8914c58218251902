import { AuthRetryableFetchError } from '@supabase/auth-js';
import { ApiError } from '@tma/web/api/api-error';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const getSession = vi.fn();
const renewTokens = vi.fn();
const call = vi.fn();
vi.mock('@tma/web/api/call', () => ({ call }));
vi.mock('@tma/web/session/resident-session', () => ({ auth: { getSession }, renewTokens }));
const { callAsResident, residentToken, tokenOf } = await import('./resident-token.ts');

beforeEach(() => void vi.resetAllMocks());

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

describe('a call in the name of a resident whose token is refused', () => {
  const refused = new ApiError(401, 'bad_token', 'its key was retired');
  const body = { userEmail: 'sana@example.com', neighborEmail: 'ali@example.com' };
  const invite = () => callAsResident('POST /api/sendInvite', { body });
  beforeEach(() => {
    getSession.mockResolvedValue({ data: { session: { access_token: 'a.b.c', user: { id: '7' } } }, error: null });
    call.mockRejectedValueOnce(refused);
  });

  it('is made once more with another one', async () => {
    renewTokens.mockResolvedValue({ session: { access_token: 'd.e.f', user: { id: '7' } }, error: null });
    call.mockResolvedValueOnce({ status: 'queued' });
    await expect(invite()).resolves.toEqual({ status: 'queued' });
    expect(call.mock.calls).toEqual([
      ['POST /api/sendInvite', { body, token: 'a.b.c' }],
      ['POST /api/sendInvite', { body, token: 'd.e.f' }],
    ]);
  });

  it('is refused where that is refused, too', async () => {
    renewTokens.mockResolvedValue({ session: { access_token: 'd.e.f', user: { id: '7' } }, error: null });
    call.mockRejectedValueOnce(refused);
    await expect(invite()).rejects.toBe(refused);
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('is refused where there is no other, or somebody else is signed in by then', async () => {
    renewTokens.mockResolvedValueOnce({ session: null, error: new Error('gone') });
    await expect(invite()).rejects.toBe(refused);
    call.mockRejectedValueOnce(refused);
    renewTokens.mockResolvedValueOnce({ session: { access_token: 'g.h.i', user: { id: '8' } }, error: null });
    await expect(invite()).rejects.toMatchObject({ status: 401 });
    expect(call).toHaveBeenCalledTimes(2);
  });
});

describe('the one of a person, for a report that was written under their name', () => {
  const session = { access_token: 'a.b.c', user: { id: '7' } };
  beforeEach(() => getSession.mockResolvedValue({ data: { session }, error: null }));

  it('is the one of the session, if it is theirs', async () => {
    await expect(tokenOf('7')).resolves.toBe('a.b.c');
    await expect(tokenOf('8')).rejects.toMatchObject({ status: 401 });
  });

  it('is renewed where the server has refused it', async () => {
    const renewed = { access_token: 'd.e.f', user: { id: '7' } };
    renewTokens.mockResolvedValue({ session: renewed, error: null });
    await expect(tokenOf('7', 'x.y.z')).resolves.toBe('a.b.c');
    expect(renewTokens).not.toHaveBeenCalled();
    await expect(tokenOf('7', 'a.b.c')).resolves.toBe('d.e.f');
    renewed.user.id = '8';
    await expect(tokenOf('7', 'a.b.c')).rejects.toMatchObject({ status: 401 });
  });

  it('stays refused where there is no other, and is missing where no answer comes', async () => {
    renewTokens.mockResolvedValue({ session: null, error: new Error('gone') });
    await expect(tokenOf('7', 'a.b.c')).resolves.toBe('a.b.c');
    renewTokens.mockResolvedValue({ session: null, error: new AuthRetryableFetchError('Failed', 0) });
    await expect(tokenOf('7', 'a.b.c')).rejects.toMatchObject({ status: 0 });
  });
});
