import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openPage, type Portal } from './people.ts';
import { openPortalProxy } from './portal-proxy.ts';

/** A page in a browser context of its own, with the portal's worker, behind a proxy to the portal that can be cut. */
export async function openOnProxy(browser: Browser, { portal }: Portal) {
  const proxy = await openPortalProxy(portal);
  const { page, context } = await openPage(browser, 1280, 'allow');
  return {
    proxy,
    page,
    context,
    async close() {
      await context.close();
      await proxy.close();
    },
  };
}

/** The names of the caches of the page's origin. */
export const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

/** Everything that is kept in the caches of the page's origin, as one text: addresses and bodies. */
export const cachedText = (page: Page) =>
  page.evaluate(async () => {
    const parts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        parts.push(name, request.url, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    return parts.join('\n');
  });

/** Waits until the service worker runs, and has the whole build of a remote. */
export async function workerReady(page: Page, remote?: 'resident' | 'admin') {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
    .toBe('activated');
  if (!remote) return;
  const manifest = `/remotes/${remote}/mf-manifest.json`;
  await expect.poll(() => page.evaluate(async (path) => Boolean(await caches.match(path)), manifest)).toBe(true);
}

/** Waits until the page says that there is no network, or no longer does. */
export const saysOffline = (page: Page, offline = true) =>
  page
    .getByRole('status')
    .filter({ hasText: /^You are offline\.$/ })
    .waitFor({ state: offline ? 'visible' : 'detached' });
