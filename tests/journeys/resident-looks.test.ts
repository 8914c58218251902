import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { join, joinAdmin } from './calls.ts';
import * as walk from './people.ts';
import { changeReport, enter, submitReport } from './reports.ts';
import { violations } from './violations.ts';

const portal = inject('portal');
const resident = walk.newResident('Mardan');
let browser: Browser;
let jpeg: Buffer;

beforeAll(async () => {
  browser = await openBrowser();
  jpeg = (await walk.makeFiles(browser)).jpeg;
  const token = await join(portal, resident);
  const office = await joinAdmin(portal, walk.newResident('Mardan'));
  for (const status of ['Open', 'In Progress', 'Closed', 'Dropped']) {
    const { id } = await submitReport(portal, token, jpeg, { schedule: '2027-03-05' });
    await changeReport(portal, office, id, { status });
  }
});
afterAll(() => browser?.close());

/** Adds up how far what stands on a page jumps of itself (the `layout-shift` entries without a recent input). */
const watchShifts = () => {
  const seen = { total: 0 };
  Object.assign(window, { shifts: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.total += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
};

/** What is wrong with how a page looks, as it stands: rules of axe broken, jumps, something wider than the window. */
async function wrongWith(page: Page): Promise<unknown[]> {
  await page.waitForLoadState('networkidle');
  const { jumped, wider } = await page.evaluate(() => ({
    jumped: (window as unknown as { shifts: { total: number } }).shifts.total,
    wider: document.documentElement.scrollWidth - innerWidth,
  }));
  const found: unknown[] = await violations(page);
  if (jumped > 0.1) found.push(`${page.url()} jumped by ${jumped}`);
  if (wider > 0) found.push(`${page.url()} is ${wider} px wider than the window`);
  return found;
}

const phone = { width: 375, height: 800 };
const desk = { width: 1280, height: 900 };

describe.each([
  [phone, 'light'],
  [phone, 'dark'],
  [desk, 'light'],
  [desk, 'dark'],
] as const)(
  'at %j, %s: nothing is found by axe, nothing jumps, nothing is logged as an error',
  (viewport, colorScheme) => {
    async function begin() {
      const context = await browser.newContext({ viewport, colorScheme });
      await context.addInitScript(watchShifts);
      const page = await enter(context, portal, resident);
      const faults: string[] = [];
      page.on('pageerror', ({ message }) => faults.push(message));
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      return { page, context, faults };
    }

    it('on the views of the dashboard and its dialogs', async () => {
      const { page, context, faults } = await begin();
      const wrong: unknown[] = [];
      for (const path of [
        '/userDashboard',
        '/userDashboard?tab=Dropped',
        '/userDashboard?tab=AllRequests',
        '/allrequests',
      ]) {
        await page.goto(portal.portal + path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        wrong.push(...(await wrongWith(page)));
      }
      await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
      await page.getByText('4 Reports').waitFor();
      wrong.push(...(await wrongWith(page)));
      await page.getByRole('article').first().click();
      await page.getByRole('dialog').getByText('Received').waitFor();
      wrong.push(...(await wrongWith(page)));
      await page.keyboard.press('Escape');
      if (viewport === phone) {
        await page.getByRole('button', { name: /menu/i }).click();
        wrong.push(...(await wrongWith(page)));
      }
      await page.getByRole('button', { name: 'Invite Neighbors' }).click();
      await page.getByRole('dialog', { name: 'Invite a Neighbor' }).waitFor();
      wrong.push(...(await wrongWith(page)));
      expect([...wrong, ...faults]).toEqual([]);
      await context.close();
    });

    it('on /newrequest: empty, with what is wrong said, and filled', async () => {
      const { page, context, faults } = await begin();
      const wrong: unknown[] = [];
      await page.goto(`${portal.portal}/newrequest`);
      await walk.expectText(page, 'Please select a request type to see more details.');
      wrong.push(...(await wrongWith(page)));
      await walk.submitRequest(page);
      await walk.expectText(page, /Missing: issue/);
      wrong.push(...(await wrongWith(page)));
      const whole = { issue: 'Limit Certificate', location: 'Bank Road', description: 'For the shop.', image: jpeg };
      await walk.fillRequest(page, portal, whole);
      await page.getByRole('img', { name: 'Preview of light.jpg' }).waitFor();
      wrong.push(...(await wrongWith(page)));
      expect([...wrong, ...faults]).toEqual([]);
      await context.close();
    });
  },
);
