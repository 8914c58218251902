import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CuttingProxy, openCuttingProxy } from '../../testing/cutting-proxy.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { ownReports } from '../../testing/reports.ts';
import { added } from '../../testing/requests.ts';
import {
  ready,
  storedKinds,
  submit,
  submitOffline,
  toMyReports,
  waitingCards,
  waitingNotice,
  withoutWorker,
} from '../../testing/waiting.ts';

const { portal, browser, jpeg } = await startJourney();
let proxy: CuttingProxy;

beforeEach(async () => {
  proxy = await openCuttingProxy();
});
afterEach(() => proxy.close());

/** Chromium leaves out this machine itself unless told otherwise. */
const begin = (options: BrowserContextOptions = {}) =>
  ready(portal, browser)({ proxy: { server: proxy.server, bypass: '<-loopback>' }, ...options });

/** The service worker of the portal, once it runs. @returns what the browser does when there is a network again */
async function workerOf(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active) resolve(active.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const registrationId = await found;
  const event = { origin: portal.portal, registrationId, tag: 'tma-reports', lastChance: false };
  return () => session.send('ServiceWorker.dispatchSyncEvent', event).then(() => undefined);
}

describe('a report whose sending breaks off is sent by itself, once', () => {
  it.each(['answer', 'body'] as const)('within the %s', async (where) => {
    const { page, context, token } = await begin();
    proxy.cut(where);
    // Large enough to be on its way for a while.
    await submit(page, Buffer.concat([jpeg, Buffer.alloc(300_000)]));
    await page.getByRole('alert').filter({ hasText: 'Failed to submit the request. Please try again.' }).waitFor();
    await people.expectText(page, waitingNotice);
    proxy.mend();
    await added(page);
    expect(await ownReports(portal, token)).toHaveLength(1);
    expect(proxy.submissions()).toBeGreaterThan(1);
    await context.close();
  });

  it('or by its writer, who presses the button again', async () => {
    const { page, context, token } = await begin(withoutWorker);
    proxy.cut('answer');
    await submit(page, jpeg);
    await people.expectText(page, waitingNotice);
    proxy.mend();
    await people.submitRequest(page);
    await added(page);
    expect(await ownReports(portal, token)).toHaveLength(1);
    await context.close();
  });

  it('not as well as what was made of it in the form', async () => {
    const { page, context, token } = await begin(withoutWorker);
    proxy.cut('body');
    await submit(page, Buffer.concat([jpeg, Buffer.alloc(300_000)]));
    await people.expectText(page, waitingNotice);
    await page.getByLabel('Location').fill('Canal Road');
    proxy.mend();
    await people.submitRequest(page);
    await added(page);
    await expect.poll(() => waitingCards(page).count()).toBe(0);
    expect(await ownReports(portal, token)).toMatchObject([{ location: 'Canal Road' }]);
    await context.close();
  });
});

it('three tabs and the worker at once: one submission', async () => {
  const { page, context, token } = await begin();
  const wakeWorker = await workerOf(context, page);
  const others = await Promise.all([context.newPage(), context.newPage()]);
  for (const other of others) await other.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  for (const other of others) await people.expectText(other, 'No Reports Found');
  await submitOffline(page, jpeg);
  await toMyReports(page);
  for (const other of others) await waitingCards(other).waitFor();
  await context.setOffline(false);
  await wakeWorker();
  for (const one of [page, ...others]) await expect.poll(() => waitingCards(one).count()).toBe(0);
  expect(await ownReports(portal, token)).toHaveLength(1);
  expect(proxy.submissions()).toBe(1);
  await context.close();
});

it('no page at all: the worker sends it, with the token that the page left, which is gone afterwards', async () => {
  const { page, context, token } = await begin();
  const wakeWorker = await workerOf(context, page);
  await submitOffline(page, jpeg);
  await page.goto('about:blank');
  await context.setOffline(false);
  await wakeWorker();
  await expect.poll(() => ownReports(portal, token)).toHaveLength(1);
  await page.goto(`${portal.portal}/favicon.svg`);
  await expect.poll(() => storedKinds(page)).toEqual([]);
  await context.close();
});

it('an edit in the moment when another tab begins to send makes no second report', async () => {
  const { page, context, token } = await begin();
  proxy.cut('body');
  await submit(page, Buffer.concat([jpeg, Buffer.alloc(300_000)]));
  await people.expectText(page, waitingNotice);
  const other = await context.newPage();
  // Nobody is told yet.
  await other.addInitScript(() => {
    const { postMessage } = BroadcastChannel.prototype;
    BroadcastChannel.prototype.postMessage = function (this: BroadcastChannel, message: { kind?: string }) {
      if (message.kind !== 'sending') postMessage.call(this, message);
    };
  });
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  await other.route('**/newrequest', async (route) => {
    begun.resolve();
    await goOn.promise;
    await route.continue();
  });
  await other.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  await begun.promise;
  proxy.mend();
  await page.getByLabel('Location').fill('Canal Road');
  await people.submitRequest(page);
  goOn.resolve();
  await added(page);
  await expect.poll(() => waitingCards(other).count()).toBe(0);
  expect(await ownReports(portal, token)).toMatchObject([{ location: 'Bank Road, by the canal' }]);
  await context.close();
});

it('an edit before anybody sends takes the report away from whoever comes then', async () => {
  const { page, context, token } = await begin();
  proxy.cut('body');
  await submit(page, Buffer.concat([jpeg, Buffer.alloc(300_000)]));
  await people.expectText(page, waitingNotice);
  const other = await context.newPage();
  await page.getByLabel('Location').fill('Canal Road');
  await expect.poll(() => storedKinds(page)).not.toContain('waiting');
  proxy.mend();
  proxy.submissions();
  await other.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  await people.expectText(other, 'No Reports Found');
  expect(proxy.submissions()).toBe(0);
  await people.submitRequest(page);
  await added(page);
  expect(await ownReports(portal, token)).toMatchObject([{ location: 'Canal Road' }]);
  await context.close();
});

it('the worker sends what it can, and leaves to its writer what asks to sign in', async () => {
  const { page, context, token } = await begin();
  const wakeWorker = await workerOf(context, page);
  await submitOffline(page, jpeg, 'Bank Road');
  await page.getByRole('button', { name: 'New Report', exact: true }).click();
  await submit(page, jpeg, 'Canal Road');
  await toMyReports(page);
  // The page alone is answered so, not the worker.
  const json = { code: 'unauthorized', message: 'The session has ended' };
  await page.route('**/newrequest', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 401, json }) : route.continue(),
  );
  await context.setOffline(false);
  const card = (place: string) => page.getByRole('article').filter({ hasText: place });
  await card('Canal Road').getByText('Sign in to send it.').waitFor();
  await wakeWorker();
  await expect.poll(() => waitingCards(page).count()).toBe(1);
  await card('Canal Road').getByText('Sign in to send it.').waitFor();
  expect(await ownReports(portal, token)).toMatchObject([{ location: 'Bank Road' }]);
  // The way to sign in is one step of Back, also once the server knows of it.
  const steps = await page.evaluate(() => history.length);
  const ended = page.waitForResponse('**/auth/v1/logout*');
  await card('Canal Road').getByRole('button', { name: 'Go to Sign In' }).click();
  await page.waitForURL('**/signin');
  await ended;
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await context.close();
});
