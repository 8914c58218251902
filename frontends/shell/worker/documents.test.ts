import { afterEach, expect, it, vi } from 'vitest';

// The first is the same in two builds, the second is not.
vi.mock('./build.ts', () => ({
  files: ['/federation.0123456789.js', '/main.0123456789.js'],
  shellCache: 'tma-shell-now',
}));
const { keepDocuments } = await import('./documents.ts');

afterEach(() => vi.unstubAllGlobals());

/** The pages as the servers of a portal draw them. @param frameScript the script of the pages of remotes */
function serve(frameScript: string): string[] {
  const kept: string[] = [];
  const cache = { put: async (key: string) => void kept.push(key), match: async () => undefined };
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('fetch', async (path: string) => {
    const isFrame = path === '/userDashboard';
    const preload = isFrame ? '<link rel="preload" as="script" href="/federation.0123456789.js">' : '';
    const script = isFrame ? frameScript : '/main.0123456789.js';
    return new Response(`<html lang="en"><head>${preload}<script defer src="${script}"></script></head></html>`);
  });
  return kept;
}

it('keeps the pages of its build', async () => {
  const kept = serve('/main.0123456789.js');
  await keepDocuments();
  expect(kept).toEqual(expect.arrayContaining(['/?lang=en', '/userDashboard?lang=en', '/privacy?lang=en']));
});

it('does not keep a page of another build, though both have a file in common', async () => {
  const kept = serve('/main.9876543210.js');
  await expect(keepDocuments()).rejects.toThrow('/userDashboard is not of this build');
  expect(kept).not.toContain('/userDashboard?lang=en');
});
