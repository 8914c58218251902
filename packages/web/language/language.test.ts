import { afterEach, describe, expect, it, vi } from 'vitest';
import { tokenWith } from '../../../testing/stub-page.ts';

/** A browser as far as a choice needs one: cookies and storage. */
function openBrowser({ cookie = '', html = 'en' } = {}) {
  const stored = new Map<string, string>();
  const root = { lang: html, dir: 'ltr' };
  vi.stubGlobal('document', { cookie, documentElement: root });
  vi.stubGlobal('location', { hostname: 'localhost' });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  return { root, stored };
}

/** The module as a page that is just opened has it. */
const open = () => import('./language.ts');

/** A resident is signed in, whose account answers with a status. */
function signedIn(stored: Map<string, string>, status: () => number) {
  const session = { access_token: 'a token', expires_at: Date.now() / 1000 + 60 };
  stored.set('sb-localhost-auth-token', JSON.stringify(session));
  const fetch = vi.fn(async (_url: string, _init: { body: string }) => Response.json({}, { status: status() }));
  vi.stubGlobal('fetch', fetch);
  return () => fetch.mock.calls.map(([url, { body }]) => `${url} ${body}`);
}

afterEach(async () => {
  // A language that nobody waited for is loaded before its modules are thrown away: else who asks next waits for ever.
  await vi.dynamicImportSettled();
  vi.unstubAllGlobals();
  vi.resetModules();
  vi.restoreAllMocks();
});

it('a choice is shown, kept on the device and told to the account', async () => {
  const { root, stored } = openBrowser();
  const calls = signedIn(stored, () => 200);
  const { chooseLanguage, currentLanguage } = await open();
  await chooseLanguage('ur');
  expect([currentLanguage(), root.lang, root.dir]).toEqual(['ur', 'ur', 'rtl']);
  expect(document.cookie).toMatch(/^lang=ur; Path=\/; Max-Age=31536000; SameSite=Lax$/);
  expect(calls()).toEqual(['/auth/v1/user {"data":{"language":"ur"}}']);
  expect([...stored.keys()]).toEqual(['sb-localhost-auth-token']);
});

it('what an account could not be told is told once, later', async () => {
  const { stored } = openBrowser();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  let status = 503;
  const calls = signedIn(stored, () => status);
  const { chooseLanguage, saveLanguageToAccounts } = await open();
  await chooseLanguage('ur');
  status = 200;
  await saveLanguageToAccounts();
  await saveLanguageToAccounts();
  expect(calls()).toHaveLength(2);
});

it('nobody is told where nobody is signed in, or no longer is', async () => {
  const { stored } = openBrowser();
  const calls = signedIn(stored, () => 200);
  stored.set('sb-localhost-auth-token', JSON.stringify({ access_token: 'old', expires_at: 1 }));
  const { chooseLanguage } = await open();
  await chooseLanguage('ur');
  expect(calls()).toEqual([]);
  expect(stored.get('languageToTell')).toBe('ur');
});

describe('at a sign-in', () => {
  it('a new device learns the language of the account', async () => {
    const { root } = openBrowser();
    const { syncLanguage, currentLanguage } = await open();
    await syncLanguage('ur');
    expect([currentLanguage(), root.dir]).toEqual(['ur', 'rtl']);
    expect(document.cookie).toMatch(/^lang=ur/);
  });

  it.each([
    ['lang=en', 'ur', 'a device on which English was chosen'],
    ['', undefined, 'a service that does not know of languages'],
    ['', 'xx', 'a language of a later version'],
  ])('with the cookie %j, %j of the account changes nothing: %s', async (cookie, known, _why) => {
    openBrowser({ cookie });
    const { syncLanguage, currentLanguage } = await open();
    await syncLanguage(known);
    expect([currentLanguage(), document.cookie]).toEqual(['en', cookie]);
  });
});

it('a page that was written before follows the device', async () => {
  const { root } = openBrowser({ cookie: 'lang=en', html: 'ur' });
  const { followDevice, currentLanguage } = await open();
  expect(currentLanguage()).toBe('ur');
  await followDevice();
  expect([currentLanguage(), root.lang, root.dir]).toEqual(['en', 'en', 'ltr']);
});

it.each([
  [200, 503, true],
  [429, 200, true],
  [401, 200, false],
  [401, 401, true],
])('of two accounts that answer %d and %d, whether one is still to be told: %s', async (resident, admin, still) => {
  const { stored } = openBrowser();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  signedIn(stored, () => 200);
  stored.set('Token', tokenWith({ Tehsil: 'Sahiwal' }));
  const answer = vi.fn(async (url: string) =>
    Response.json({}, { status: url === '/adminlanguage' ? admin : resident }),
  );
  vi.stubGlobal('fetch', answer);
  const { chooseLanguage } = await open();
  await chooseLanguage('ur');
  expect(answer).toHaveBeenCalledTimes(2);
  expect(stored.has('languageToTell')).toBe(still);
});
