import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { ownReports } from '../../testing/reports.ts';
import { leaveOffline, ready, storedKinds, submitOffline, withoutWorker } from '../../testing/waiting.ts';

const { portal, browser, jpeg } = await startJourney();

const begin = ready(portal, browser);

const remoteFiles = (page: Page) =>
  page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/remotes/resident/')).length,
  );

/** Since when the writer of the only report that waits is away, as noted on the device; sets it before where a time is given. */
const awaySince = (page: Page, time?: number) =>
  page.evaluate(
    (then) =>
      new Promise<number | undefined>((resolve) => {
        const opening = indexedDB.open('tma-resident');
        opening.onsuccess = () => {
          const records = opening.result.transaction('drafts', 'readwrite').objectStore('drafts');
          records.openCursor(IDBKeyRange.bound(['waiting'], ['waiting', []])).onsuccess = ({ target }) => {
            const { result: cursor } = target as IDBRequest<IDBCursorWithValue | null>;
            if (!cursor) return resolve(undefined);
            const report = then === undefined ? cursor.value : { ...cursor.value, awaySince: then };
            cursor.update(report).onsuccess = () => resolve(report.awaySince);
          };
          opening.result.close();
        };
      }),
    time,
  );

const days = 24 * 3_600_000;

// So does Home: the next test, and "what sends is loaded again by itself".
it.each(['/closure', '/adminsignin'])('%s sends what waits, once', async (path) => {
  const { page, context, token } = await begin(withoutWorker);
  await submitOffline(page, jpeg);
  await leaveOffline(page);
  await page.goto(portal.portal + path);
  await expect.poll(() => ownReports(portal, token)).toHaveLength(1);
  await expect.poll(() => storedKinds(page)).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('tma-waiting'))).toBeNull();
  await context.close();
});

it('a public page that lay open sends once its network is back, with a token renewed', async () => {
  const { page, context, token } = await begin(withoutWorker);
  await submitOffline(page, jpeg);
  await page.evaluate(() => {
    const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('sb-'));
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  });
  await leaveOffline(page);
  const cut = (active: boolean) =>
    active ? page.route('**/newrequest', (route) => route.abort()) : page.unroute('**/newrequest');
  await cut(true);
  const tried = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/newrequest'));
  await page.goto(portal.portal);
  await tried;
  await context.setOffline(true);
  await cut(false);
  await context.setOffline(false);
  await expect.poll(() => ownReports(portal, token)).toHaveLength(1);
  await context.close();
});

it('going from one public page to the next is no reason for another attempt', async () => {
  const { page, context } = await begin(withoutWorker);
  await submitOffline(page, jpeg);
  await leaveOffline(page);
  let attempts = 0;
  await page.route('**/newrequest', (route) => {
    attempts += 1;
    return route.abort();
  });
  await page.goto(portal.portal);
  await expect.poll(() => attempts).toBe(1);
  for (const path of ['/services', '/about', '/contact', '/figures', '/services', '/about']) {
    await page.locator(`a[href="${path}"]`).first().click();
    await page.waitForURL(portal.portal + path);
    await page.waitForLoadState('networkidle');
  }
  // Those after five and ten seconds at most.
  expect(attempts).toBeLessThan(4);
  await context.close();
});

it('what sends is loaded again by itself, where it could not be', async () => {
  const { page, context, token } = await begin(withoutWorker);
  await submitOffline(page, jpeg);
  await leaveOffline(page);
  await page.clock.install();
  let refusals = 0;
  await page.route('**/remotes/resident/**', (route) => {
    refusals += 1;
    return route.fulfill({ status: 503, body: '' });
  });
  await page.goto(portal.portal);
  await expect.poll(() => refusals).toBeGreaterThan(0);
  await page.unroute('**/remotes/resident/**');
  await page.clock.fastForward(40_000);
  await expect.poll(() => ownReports(portal, token)).toHaveLength(1);
  await context.close();
});

it('where nothing waits, a public page loads nothing for it', async () => {
  const { page, context } = await begin(withoutWorker);
  await page.goto(portal.portal);
  // Longer than it waits for the page to come to rest.
  await page.waitForFunction(() => {
    const [{ loadEventEnd = 0 } = {}] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return loadEventEnd > 0 && performance.now() > 3 * loadEventEnd + 500;
  });
  expect(await remoteFiles(page)).toBe(0);
  await context.close();
});

it('deleting the account removes what waits from this device at once', async () => {
  const { page, context, resident } = await begin(withoutWorker);
  await submitOffline(page, jpeg);
  await page.route('**/newrequest', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  );
  await page.context().setOffline(false);
  await page.goto(`${portal.portal}/profile`);
  const part = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Delete account' }) });
  await part.getByLabel('Confirm Email').fill(resident.email);
  await part.getByLabel('Current Password').fill(resident.password);
  await part.getByRole('button', { name: 'Delete Account' }).click();
  await page.waitForURL('**/signin');
  await expect.poll(() => storedKinds(page)).toEqual([]);
  await context.close();
});

it('an account that was deleted elsewhere: nothing is shown to the next person, and nothing stays for ever', async () => {
  const { page, context, resident, token } = await begin(withoutWorker);
  await submitOffline(page, jpeg);
  const json = { current_password: resident.password };
  await call(portal, '/auth/v1/user', { method: 'DELETE', token, json });
  await leaveOffline(page);
  await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  await page.waitForURL('**/signin');
  expect(await page.getByText('Bank Road').count()).toBe(0);
  // It is its writer's, as far as the device knows.
  await expect.poll(async () => (await storedKinds(page)).sort()).toEqual(['files', 'waiting']);
  // Absence is counted from when it is noticed, by the server's time: wherever the clock of the device has gone.
  const ahead = await context.newPage();
  await ahead.clock.install({ time: Date.now() + 31 * days });
  await ahead.goto(portal.portal);
  await expect.poll(async () => Math.abs(Date.now() - ((await awaySince(page)) ?? 0))).toBeLessThan(60_000);
  await ahead.close();
  expect((await storedKinds(page)).sort()).toEqual(['files', 'waiting']);
  await awaySince(page, Date.now() - 31 * days);
  // Without the server's time nobody is away.
  let asked = 0;
  await page.route('**/remotes.json', (route) => {
    if (route.request().method() !== 'HEAD') return route.continue();
    asked += 1;
    return route.abort();
  });
  await page.goto(portal.portal);
  await expect.poll(() => asked).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  expect((await storedKinds(page)).sort()).toEqual(['files', 'waiting']);
  await page.unroute('**/remotes.json');
  await page.goto(portal.portal);
  await expect.poll(() => storedKinds(page)).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('tma-waiting'))).toBeNull();
  await context.close();
});
