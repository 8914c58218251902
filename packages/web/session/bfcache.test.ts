/** Pages that come back by Back as they were left (bfcache): what other tabs did meanwhile, nobody has told them. */
import { beforeEach, expect, it, vi } from 'vitest';

type Listener = (event: object) => unknown;

const stored = new Map<string, string>();
const heard = new Map<string, Set<Listener>>();

const answer = { access_token: 'a.b.c', token_type: 'bearer', expires_in: 3600, refresh_token: 'r', user: { id: '7' } };

beforeEach(() => {
  stored.clear();
  heard.clear();
  const location = new URL('http://portal.test/userDashboard');
  const addEventListener = (name: string, listener: Listener) =>
    heard.set(name, (heard.get(name) ?? new Set<Listener>()).add(listener));
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', { location, addEventListener });
  vi.stubGlobal('document', { addEventListener, visibilityState: 'hidden', documentElement: { lang: 'en' } });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});

const comeBack = async () => {
  for (const hear of heard.get('pageshow') ?? []) await hear({ persisted: true });
};

it('a resident who has signed out in another tab is signed out', async () => {
  vi.stubGlobal('fetch', async (url: string) => Object.defineProperty(Response.json(answer), 'url', { value: url }));
  const { auth, onResidentChange } = await import('./resident-session.ts');
  await auth.signInWithPassword({ email: 'sana@example.com', password: 'a lantern by the canal' });
  const left = vi.fn();
  onResidentChange(left);
  await comeBack();
  expect(left).not.toHaveBeenCalled();
  stored.clear();
  await comeBack();
  expect(left).toHaveBeenCalledOnce();
});

it('an administrator who has signed out in another tab is signed out', async () => {
  stored.set('Token', `e30.${Buffer.from('{"Tehsil":"Mardan"}').toString('base64url')}.x`);
  const { onAdminChange } = await import('./admin-session.ts');
  const left = vi.fn();
  onAdminChange(left);
  await comeBack();
  expect(left).not.toHaveBeenCalled();
  stored.clear();
  await comeBack();
  expect(left).toHaveBeenCalledOnce();
});
