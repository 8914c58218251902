import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const getSession = vi.fn();
const renewSession = vi.fn();
const signOut = vi.fn();
vi.mock('@tma/web/session/resident-session', () => ({ auth: { getSession }, renewSession, signOut }));
const { sendSupport } = await import('./send-support.ts');

beforeEach(() => {
  vi.resetAllMocks();
  getSession.mockResolvedValue({ data: { session: null } });
});
afterEach(() => vi.unstubAllGlobals());

const answerWith = (status: number, body: object) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));

it.each([
  ['taken', 200, { supports: 3, supported: true }, 3],
  ['of the reporter', 409, { code: 'own_report' }, 'own'],
  ['of a report that has ended', 409, { code: 'not_open' }, 'notOpen'],
  ['of a report that was hidden meanwhile', 404, { code: 'not_found' }, 'notOpen'],
  ['one too many today', 429, { code: 'over_request_rate_limit' }, 'limited'],
  ['refused for another reason', 503, { code: 'unavailable' }, 'notSupported'],
])('a support that is %s', async (_what, status, body, said) => {
  answerWith(status, body);
  expect(await sendSupport('TMA-7CV3X4JW')).toBe(said);
  expect(signOut).not.toHaveBeenCalled();
});

it('whoever was signed out in another tab is asked to sign in', async () => {
  answerWith(401, { code: 'no_token' });
  renewSession.mockResolvedValue(false);
  expect(await sendSupport('TMA-7CV3X4JW')).toBe('signedOut');
  expect(signOut).toHaveBeenCalledOnce();
});

it('a session that goes on with another token is told to try again', async () => {
  answerWith(401, { code: 'bad_jwt' });
  renewSession.mockResolvedValue(true);
  expect(await sendSupport('TMA-7CV3X4JW')).toBe('notSupported');
  expect(signOut).not.toHaveBeenCalled();
});
