import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newTehsil } from '../../testing/admins.ts';
import { call, join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { cachedText, cacheNames, openOnProxy, saysOffline, workerReady } from '../../testing/offline.ts';
import { faultsOf, newResident, type Resident } from '../../testing/people.ts';
import type { PortalProxy } from '../../testing/portal-proxy.ts';
import { type Report, submitReport } from '../../testing/reports.ts';

const { portal, browser, jpeg } = await startJourney();
const { tehsil, office } = await newTehsil(portal);
const person = newResident(tehsil);
const neighbour = newResident(tehsil);
let report: Report;
let proxy: PortalProxy;
let page: Page;
let context: BrowserContext;

beforeAll(async () => {
  report = await submitReport(portal, await join(portal, person), jpeg, { issue: 'Street Lights Repair' });
  await join(portal, neighbour);
});

/** Each test has a browser of its own, and a way to the portal that it can cut. */
beforeEach(async () => {
  const opened = await openOnProxy(browser, portal);
  ({ proxy, page, context } = opened);
  return opened.close;
});

const open = (path: string) => page.goto(proxy.url + path);
const sessionKey = 'sb-localhost-auth-token';

/** Signs in as the pages do, without their form. */
async function enter({ email, password }: Resident) {
  const session = await call(portal, '/auth/v1/token?grant_type=password', { json: { email, password } });
  await open('/favicon.svg');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    sessionKey,
    JSON.stringify(session),
  ] as const);
}

const card = () => page.getByRole('article').filter({ hasText: 'Street Lights Repair' });
const lastUpdated = () => page.getByText(/^Last updated (\d\d:\d\d|\d+ \w+ \d{4}, \d\d:\d\d)$/);

/** Opens My Reports with the network, until all of it is kept. */
async function seeReports() {
  await enter(person);
  await open('/userDashboard?tab=mycomplaints');
  await card().waitFor();
  await workerReady(page, 'resident');
  expect(await lastUpdated().count()).toBe(0);
}

/** The token of the session is over, by the device's clock. @returns what renews it */
const expireToken = () =>
  page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
    return session.refresh_token as string;
  }, sessionKey);

describe('without a network', () => {
  it('public pages open, with the figures last seen, and say why nothing new comes', async () => {
    await open(`/figures?tehsil=${encodeURIComponent(tehsil)}`);
    await page.getByText('Reports and closings by week').waitFor();
    await workerReady(page);
    await context.setOffline(true);
    await saysOffline(page);
    await page.reload();
    await page.getByText('Reports and closings by week').waitFor();
    await lastUpdated().waitFor();
    for (const [path, heading] of [
      ['/about', 'About'],
      ['/services', 'Services'],
      ['/contact', 'Contact'],
      ['/figures?tehsil=Nowhere', 'Figures'],
      ['/', 'How it works'],
    ] as const) {
      await open(path);
      await page.getByRole('heading', { name: heading }).first().waitFor();
      await saysOffline(page);
    }
    await page.getByLabel('Tehsil').waitFor({ state: 'detached' });
    await context.setOffline(false);
    await saysOffline(page, false);
  });

  it('the dashboard shows the list last seen, also once the token is over: who is signed in stays so', async () => {
    await seeReports();
    const ways = [
      { cut: () => context.setOffline(true), mend: () => context.setOffline(false) },
      { cut: () => proxy.cut(), mend: () => proxy.mend() },
    ];
    for (const { cut, mend } of ways) {
      await cut();
      await page.reload();
      await card().waitFor();
      await lastUpdated().waitFor();
      await saysOffline(page);
      await page.getByText('Your Location: Bank Road').waitFor();
      await page.getByText('1 Reports', { exact: true }).waitFor();
      await open('/newrequest');
      await page.getByLabel('Location').fill('Bazaar');
      await mend();
      await open('/userDashboard?tab=mycomplaints');
      await card().waitFor();
      await expect.poll(() => lastUpdated().count()).toBe(0);
      await saysOffline(page, false);
    }

    await expireToken();
    await context.setOffline(true);
    await page.reload();
    await card().waitFor();
    await lastUpdated().waitFor();
    await context.setOffline(false);
    await expect.poll(() => lastUpdated().count(), { timeout: 40_000 }).toBe(0);
    await card().waitFor();
  });

  it('a network that takes connections and never answers is not waited for long', async () => {
    await seeReports();
    proxy.hang();
    await open('/userDashboard?tab=mycomplaints');
    await page.getByText('User Dashboard').waitFor();
    await card().waitFor({ timeout: 30_000 });
    await lastUpdated().waitFor();
  });

  it('a page comes in the language chosen last, also when that was chosen without a network', async () => {
    const language = async () => /<html lang="(\w+)"/.exec((await (await open('/about'))?.text()) ?? '')?.[1];
    await open('/');
    await workerReady(page);
    await page.getByRole('button', { name: 'اردو' }).first().click();
    await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/figures?lang=ur')))).toBe(true);
    await context.setOffline(true);
    expect(await language()).toBe('ur');
    await page.getByRole('status').getByText('آپ آف لائن ہیں۔').waitFor();
    await page.getByRole('button', { name: 'English' }).first().click();
    await saysOffline(page);
    await expect.poll(language).toBe('en');
  });

  it('a page that was there before the worker goes on to pages that it never showed', async () => {
    await seeReports();
    await page.getByRole('button', { name: 'New Report' }).click();
    await context.setOffline(true);
    await saysOffline(page);
    await page.getByRole('link', { name: 'New Report' }).click();
    await page.getByLabel('Location').fill('Bazaar');
    await page.getByRole('button', { name: 'Submit Request' }).waitFor();
  });

  it('an administrator sees no reports, as nothing of them is kept: offices share computers', async () => {
    await open('/favicon.svg');
    await page.evaluate((token) => localStorage.setItem('Token', token), office);
    await open('/adminDashboard');
    await card().waitFor();
    await workerReady(page, 'admin');
    await context.setOffline(true);
    await page.reload();
    await page.getByText('No Requests Found').waitFor();
    await saysOffline(page);
    expect(await card().count()).toBe(0);
    expect(await cacheNames(page)).not.toContainEqual(expect.stringContaining('tma-seen admin'));
    for (const mark of [person.email, report.reference, report.id]) expect(await cachedText(page)).not.toContain(mark);
  });
});

describe('nothing of a person is left', () => {
  const marks = () => [person.email, person.phone, report.reference, report.id];

  it('in any cache after logging out, with a network and without, and nothing is shown', async () => {
    await seeReports();
    const before = await cachedText(page);
    for (const mark of [person.phone, report.reference]) expect(before).toContain(mark);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('heading', { name: 'How it works' }).waitFor();
    await expect.poll(() => cacheNames(page)).not.toContainEqual(expect.stringContaining('authenticated'));
    const expectNothing = async () => {
      const after = await cachedText(page);
      for (const mark of marks()) expect(after).not.toContain(mark);
    };
    await expectNothing();
    await context.setOffline(true);
    await open('/userDashboard?tab=mycomplaints');
    await page.waitForURL('**/signin');

    await context.setOffline(false);
    await seeReports();
    await context.setOffline(true);
    await saysOffline(page);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect.poll(() => cacheNames(page)).not.toContainEqual(expect.stringContaining('authenticated'));
    await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), sessionKey)).toBeNull();
    await expectNothing();
  });

  it('nor on a line that takes connections and answers nothing, and that at once', async () => {
    await seeReports();
    await expireToken();
    proxy.hang();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect
      .poll(() => page.evaluate((key) => localStorage.getItem(key), sessionKey), { timeout: 3000 })
      .toBeNull();
    await expect.poll(() => cacheNames(page)).not.toContainEqual(expect.stringContaining('authenticated'));
  });

  it('and the session ends at the server, also where its token is over', async () => {
    await seeReports();
    const refresh_token = await expireToken();
    const ended = page.waitForResponse('**/auth/v1/logout*');
    await page.getByRole('button', { name: 'Logout' }).click();
    expect((await ended).status()).toBe(204);
    const renewed = call(portal, '/auth/v1/token?grant_type=refresh_token', { json: { refresh_token } });
    await expect(renewed).rejects.toThrow('refresh_token_not_found');
  });

  it('nor when somebody else signs in, whichever way the first one left', async () => {
    await seeReports();
    await page.evaluate((key) => localStorage.removeItem(key), sessionKey);
    await enter(neighbour);
    await open('/userDashboard?tab=mycomplaints');
    await page.getByText('No Reports Found').waitFor();
    const after = await cachedText(page);
    for (const mark of marks()) expect(after).not.toContain(mark);
    await context.setOffline(true);
    await page.reload();
    await page.getByText('No Reports Found').waitFor();
    expect(await card().count()).toBe(0);
  });
});

describe('the worker', () => {
  it.each([
    ['there is none', () => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')],
    [
      'it is refused',
      () => {
        navigator.serviceWorker.register = () => Promise.reject(new DOMException('insecure', 'SecurityError'));
      },
    ],
    [
      'there is no room for what it keeps',
      () => {
        CacheStorage.prototype.open = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
      },
    ],
  ])('is missed by nobody and nothing is logged as an error: %s', async (_how, prepare) => {
    await page.addInitScript(prepare);
    const faults = faultsOf(page);
    await enter(person);
    await open('/userDashboard?tab=mycomplaints');
    await card().waitFor();
    await page.reload();
    await card().waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('heading', { name: 'How it works' }).waitFor();
    expect(faults).toEqual([]);
  });
});
