import type { Browser, CDPSession } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openBrowser } from '../../testing/browser.ts';
import { type CuttingProxy, openCuttingProxy } from '../../testing/cutting.ts';
import * as walk from '../../testing/people.ts';
import { ownReports } from '../../testing/reports.ts';
import { added } from '../../testing/requests.ts';
import { keptText, ready, submit, submitOffline, toMyReports, waitingCards } from '../../testing/waiting.ts';

const portal = inject('portal');
let browser: Browser;
let jpeg: Buffer;
let proxy: CuttingProxy;

beforeAll(async () => {
  browser = await openBrowser();
  jpeg = (await walk.makeFiles(browser)).jpeg;
});
afterAll(() => browser?.close());
beforeEach(async () => {
  proxy = await openCuttingProxy();
});
afterEach(() => proxy.close());

/** Chromium leaves out this machine itself unless told otherwise. */
const begin = () => ready(portal, () => browser)({ proxy: { server: proxy.server, bypass: '<-loopback>' } });

/** The service worker of the portal, once it runs: its registration by the browser's own number. */
async function workerOf(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active) resolve(active.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  return found;
}

describe('a report whose sending breaks off is sent by itself, once', () => {
  it.each(['answer', 'body'] as const)('within the %s', async (where) => {
    const { page, context, token } = await begin();
    proxy.cut(where);
    // Large enough to be on its way for a while.
    await submit(page, Buffer.concat([jpeg, Buffer.alloc(300_000)]));
    await page.getByRole('alert').filter({ hasText: 'Failed to submit the request. Please try again.' }).waitFor();
    await walk.expectText(page, keptText);
    proxy.mend();
    await added(page);
    expect(await ownReports(portal, token)).toHaveLength(1);
    expect(proxy.submissions()).toBeGreaterThan(1);
    await context.close();
  });

  it('or by its writer, who presses the button again', async () => {
    const { page, context, token } = await begin();
    proxy.cut('answer');
    await submit(page, jpeg);
    await walk.expectText(page, keptText);
    proxy.mend();
    await walk.submitRequest(page);
    await added(page);
    expect(await ownReports(portal, token)).toHaveLength(1);
    await context.close();
  });

  it('not as well as what was made of it in the form', async () => {
    const { page, context, token } = await begin();
    proxy.cut('body');
    await submit(page, Buffer.concat([jpeg, Buffer.alloc(300_000)]));
    await walk.expectText(page, keptText);
    await page.getByLabel('Location').fill('Canal Road');
    proxy.mend();
    await walk.submitRequest(page);
    await added(page);
    await expect.poll(() => waitingCards(page).count()).toBe(0);
    expect(await ownReports(portal, token)).toMatchObject([{ location: 'Canal Road' }]);
    await context.close();
  });
});

it('three tabs and the worker at once: one submission', async () => {
  const { page, context, token } = await begin();
  const session = await context.newCDPSession(page);
  const registrationId = await workerOf(session);
  const others = await Promise.all([context.newPage(), context.newPage()]);
  for (const other of others) await other.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  for (const other of others) await walk.expectText(other, 'No Reports Found');
  await submitOffline(page, jpeg);
  await toMyReports(page);
  for (const other of others) await waitingCards(other).waitFor();
  await context.setOffline(false);
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin: portal.portal,
    registrationId,
    tag: 'tma-reports',
    lastChance: false,
  });
  for (const one of [page, ...others]) await expect.poll(() => waitingCards(one).count()).toBe(0);
  expect(await ownReports(portal, token)).toHaveLength(1);
  expect(proxy.submissions()).toBe(1);
  await context.close();
});

it('no page at all: the worker sends it, with the token that the page left, which is gone afterwards', async () => {
  const { page, context, token } = await begin();
  const session = await context.newCDPSession(page);
  const registrationId = await workerOf(session);
  await submitOffline(page, jpeg);
  await page.goto('about:blank');
  await context.setOffline(false);
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin: portal.portal,
    registrationId,
    tag: 'tma-reports',
    lastChance: false,
  });
  await expect.poll(() => ownReports(portal, token)).toHaveLength(1);
  await page.goto(`${portal.portal}/favicon.svg`);
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('tma-resident');
          opening.onsuccess = () => {
            const all = opening.result.transaction('drafts').objectStore('drafts').getAllKeys();
            all.onsuccess = () => resolve(all.result.filter((key) => String(key) !== 'mark').length);
            opening.result.close();
          };
        }),
    );
  await expect.poll(kept).toBe(0);
  await context.close();
});
