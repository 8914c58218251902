import { afterEach, expect, it, vi } from 'vitest';

const loadRemote = vi.hoisted(() => vi.fn());
const keepOffline = vi.hoisted(() => vi.fn(async () => true));
vi.mock('./federation.ts', () => ({ registerRemotes: () => {}, loadRemote }));
vi.mock('./keep-offline.ts', () => ({ keepOffline }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const names = ['resident', 'admin'] as const;
const pageOf = (build: string) => Object.assign(() => build, { displayName: build });
const exposed = (build: string) => ({ pages: { '/signin': async () => ({ default: pageOf(build) }) } });

/** Serves the remotes' manifests, which name the build `newest`. */
function serve() {
  vi.stubGlobal('location', new URL('http://portal.test/signin'));
  const served = { newest: 'first' };
  vi.stubGlobal('fetch', async (address: string | URL) =>
    Response.json(
      String(address) === '/remotes.json'
        ? Object.fromEntries(names.map((name) => [name, { manifest: `/remotes/${name}/mf-manifest.json` }]))
        : { metaData: { remoteEntry: { path: '', name: `remoteEntry.${served.newest}.js` } } },
    ),
  );
  return served;
}

it('a newer build that is not to be had leaves pages on the one that is loaded', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const served = serve();
  const { loadPage } = await import('./remotes.ts');
  const shown = async () => (await loadPage('resident', '/signin')).displayName;

  loadRemote.mockResolvedValueOnce(exposed('first'));
  expect(await shown()).toBe('first');
  served.newest = 'second';
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

it('a build is kept for offline with its first page, or with the next where that could not be begun', async () => {
  serve();
  const { loadPage } = await import('./remotes.ts');
  loadRemote.mockResolvedValueOnce(exposed('first'));
  keepOffline.mockClear().mockResolvedValueOnce(false);
  for (const times of [1, 2, 2]) {
    await loadPage('admin', '/signin');
    expect(keepOffline).toHaveBeenCalledTimes(times);
  }
  expect(keepOffline).toHaveBeenCalledWith('http://portal.test/remotes/admin/mf-manifest.json');
});
