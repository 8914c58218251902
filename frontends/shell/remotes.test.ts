import { expect, it, vi } from 'vitest';

const keepOffline = vi.hoisted(() => vi.fn<(manifest?: string) => Promise<boolean>>());
vi.mock('./keep-offline.ts', () => ({ keepOffline }));
vi.mock('@tma/web/api/call', () => ({ call: async () => ({ resident: { manifest: '/resident/mf-manifest.json' } }) }));
vi.mock('@tma/web/texts', () => ({ textsReady: async () => undefined }));
const Page = () => null;
vi.mock('./federation.ts', () => ({
  registerRemotes: () => undefined,
  loadRemote: async () => ({ pages: { '/profile': async () => ({ default: Page }) } }),
}));

const { loadPage } = await import('./remotes.ts');

it('a build is kept for when there is no network with its first page; with the next one where that could not be begun', async () => {
  vi.stubGlobal('location', { href: 'http://localhost:8080/' });
  const remoteEntry = { name: 'entry.js', path: '/resident/' };
  vi.stubGlobal('fetch', async () => Response.json({ metaData: { remoteEntry } }));
  keepOffline.mockResolvedValueOnce(false).mockResolvedValue(true);
  for (const times of [1, 2, 2]) {
    await expect(loadPage('resident', '/profile')).resolves.toBe(Page);
    expect(keepOffline).toHaveBeenCalledTimes(times);
  }
  expect(keepOffline).toHaveBeenCalledWith('http://localhost:8080/resident/mf-manifest.json');
});
