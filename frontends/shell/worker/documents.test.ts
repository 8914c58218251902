import { afterEach, expect, it, vi } from 'vitest';

// The first is the same in two builds, the second is not.
vi.mock('./build.ts', () => ({
  files: ['/federation.0123456789.js', '/main.0123456789.js'],
  shellCache: 'tma-shell-now',
}));
const { keepDocuments, keepLanguage } = await import('./documents.ts');

afterEach(() => vi.unstubAllGlobals());

/**
 * The pages as the servers of a portal draw them.
 * @param frameScript the script of the pages of remotes
 * @param kept the addresses that are kept already
 */
function serve(frameScript: string, kept: string[] = []): string[] {
  const put = async (key: string) => void kept.push(key);
  const match = async (key: string) => (kept.includes(key) ? new Response() : undefined);
  const cache = { put, match };
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

it('keeps the pages in the language of the page, also where one was opened in it already', async () => {
  const kept = serve('/main.0123456789.js', ['/userDashboard?lang=en']);
  await keepLanguage('en');
  expect(kept).toEqual(expect.arrayContaining(['/?lang=en', '/privacy?lang=en']));
});

it('does not load pages again that are all kept in that language', async () => {
  const kept = serve('/main.0123456789.js');
  await keepLanguage('en');
  const loaded = kept.length;
  await keepLanguage('en');
  // The language alone.
  expect(kept.length).toBe(loaded + 1);
});
