import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const getSession = vi.fn();
const renewTokens = vi.fn();
const renewSession = vi.fn();
const signOut = vi.fn();
vi.mock('@tma/web/session/resident-session', () => ({ auth: { getSession }, renewTokens, renewSession, signOut }));
const { sendSupport } = await import('./send-support.ts');

const user = { id: '7' };
beforeEach(() => {
  vi.resetAllMocks();
  getSession.mockResolvedValue({ data: { session: { access_token: 'a.b.c', user } }, error: null });
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
  getSession.mockResolvedValue({ data: { session: null }, error: null });
  renewSession.mockResolvedValue(false);
  expect(await sendSupport('TMA-7CV3X4JW')).toBe('signedOut');
  expect(signOut).toHaveBeenCalledOnce();
});

it('a support whose token is refused is sent once more with another token where the session goes on', async () => {
  const tokens: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Headers }) => {
    tokens.push(headers.get('authorization'));
    return tokens.length === 1 ? Response.json({ code: 'bad_jwt' }, { status: 401 }) : Response.json({ supports: 3 });
  });
  renewTokens.mockResolvedValue({ session: { access_token: 'd.e.f', user }, error: null });
  expect(await sendSupport('TMA-7CV3X4JW')).toBe(3);
  expect(tokens).toEqual(['Bearer a.b.c', 'Bearer d.e.f']);
  expect(signOut).not.toHaveBeenCalled();
});
