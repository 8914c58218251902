import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { startJourney } from '../../testing/journey.ts';
import { cacheNames, openOnProxy, workerReady } from '../../testing/offline.ts';
import { faultsOf } from '../../testing/people.ts';
import type { PortalProxy } from '../../testing/portal-proxy.ts';

const { portal, browser } = await startJourney();
let proxy: PortalProxy;
let page: Page;

beforeEach(async () => {
  const opened = await openOnProxy(browser, portal);
  ({ proxy, page } = opened);
  return opened.close;
});

const open = (path: string) => page.goto(proxy.url + path);

describe('a new build', () => {
  /** The portal as a later build has it: another script under another name, other documents, another worker. */
  async function deploy() {
    const html = await (await fetch(portal.portal, { headers: { accept: 'text/html' } })).text();
    const [, name = ''] = /(main\.[0-9a-f]{10}\.js)/.exec(html) ?? [];
    const [, build = ''] =
      /tma-shell-([0-9a-f]{8})/.exec(await (await fetch(`${portal.portal}/worker.js`)).text()) ?? [];
    expect([name, build]).not.toContain('');
    const next = 'main.0123456789.js';
    const words = (text: string) =>
      text.replaceAll('How it works', 'How it goes').replaceAll(name, next).replaceAll(build, 'aaaaaaaa');
    proxy.change(
      (_path, body) => words(body),
      (path) => path.replace(next, name),
    );
  }

  it('is taken up at the next load, and opens without a network after two', async () => {
    const faults = faultsOf(page);
    await open('/');
    await workerReady(page);
    await deploy();
    await open('/');
    await page.getByRole('heading', { name: 'How it goes' }).waitFor();
    await expect.poll(() => cacheNames(page)).toContain('tma-shell-aaaaaaaa');
    await expect
      .poll(async () => (await cacheNames(page)).filter((name) => name.startsWith('tma-shell')).length)
      .toBe(1);
    await open('/');
    await page.getByRole('heading', { name: 'How it goes' }).waitFor();
    expect(faults).toEqual([]);
    await proxy.cut();
    await open('/');
    await page.getByRole('heading', { name: 'How it goes' }).waitFor();
    await page.getByRole('link', { name: 'About' }).first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('that comes only in part leaves the one before', async () => {
    await open('/');
    await workerReady(page);
    const [before] = (await cacheNames(page)).filter((name) => name.startsWith('tma-shell'));
    // The documents are new, the worker is not: an instance of the server is still of the version before.
    proxy.change((path, body) => (path === '/' ? body.replaceAll(/main\.[0-9a-f]{10}\.js/g, 'main.gone.js') : body));
    await open('/');
    await proxy.cut();
    await open('/');
    await page.getByRole('link', { name: 'Services' }).first().click();
    await page.waitForURL('**/services');
    expect((await cacheNames(page)).filter((name) => name.startsWith('tma-shell'))).toEqual([before]);
  });
});

it('the worker takes itself away where the operator has switched it off', async () => {
  await open('/');
  await workerReady(page);
  proxy.change(
    (_path, body) => body,
    (path) => (path === '/worker.js' ? '/worker-off.js' : path),
  );
  await open('/');
  await expect.poll(() => cacheNames(page)).not.toContainEqual(expect.stringMatching(/^tma-(shell|remote|files)/));
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await page.getByRole('heading', { name: 'How it works' }).waitFor();
});
