import { afterEach, expect, it, vi } from 'vitest';

const loadRemote = vi.hoisted(() => vi.fn());
vi.mock('./federation.ts', () => ({ registerRemotes: () => {}, loadRemote }));
vi.mock('./keep-offline.ts', () => ({ keepOffline: async () => {} }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const pageOf = (build: string) => Object.assign(() => build, { displayName: build });
const exposed = (build: string) => ({ pages: { '/signin': async () => ({ default: pageOf(build) }) } });

it('a newer build that is not to be had leaves pages on the one that is loaded', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('location', new URL('http://portal.test/signin'));
  let newest = 'first';
  vi.stubGlobal('fetch', async (address: string | URL) =>
    Response.json(
      String(address) === '/remotes.json'
        ? { resident: { manifest: '/remotes/resident/mf-manifest.json' } }
        : { metaData: { remoteEntry: { path: '', name: `remoteEntry.${newest}.js` } } },
    ),
  );
  const { loadPage } = await import('./remotes.ts');
  const shown = async () => (await loadPage('resident', '/signin')).displayName;

  loadRemote.mockResolvedValueOnce(exposed('first'));
  expect(await shown()).toBe('first');
  newest = 'second';
  const { promise, reject } = Promise.withResolvers();
  loadRemote.mockReturnValueOnce(promise).mockRejectedValueOnce(new Error('404'));
  const early = shown();
  await expect.poll(() => loadRemote.mock.calls.length).toBe(2);
  const meanwhile = shown();
  reject(new Error('404'));
  expect(await Promise.all([early, meanwhile])).toEqual(['first', 'first']);
  loadRemote.mockResolvedValueOnce(exposed('second'));
  expect(await shown()).toBe('second');
});
