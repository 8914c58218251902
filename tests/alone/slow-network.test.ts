/** At the speed of 2G: 840 ms from a request to its answer, 50 kbit/s for everything together. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newTehsil } from '../../testing/admins.ts';
import { openBrowser } from '../../testing/browser.ts';
import { join } from '../../testing/calls.ts';
import * as walk from '../../testing/people.ts';
import { drawPicture } from '../../testing/proofs.ts';
import { enter, submitReport } from '../../testing/reports.ts';
import { speed2G, startSlowLine } from '../../testing/slow-line.ts';

const portal = inject('portal');
const { tehsil } = await newTehsil(portal);
const resident = walk.newResident(tehsil);
let browser: Browser;
let line: Awaited<ReturnType<typeof startSlowLine>>;

beforeAll(async () => {
  browser = await openBrowser();
  line = await startSlowLine(portal.portal, speed2G);
  const token = await join(portal, resident);
  const jpeg = await drawPicture(browser, 3);
  for (let number = 1; number <= 12; number += 1) await submitReport(portal, token, jpeg);
});
afterAll(async () => {
  line?.stop();
  await browser?.close();
});

const onPhone = () => browser.newContext({ viewport: { width: 375, height: 800 } });

/** A page as a browser on 2G opens it. */
async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g', downlink: 0.05 } }),
  );
  return page;
}

/** Opens a page, and waits for what is to be seen. @returns after how many seconds it is there */
async function secondsUntil(context: BrowserContext, path: string, seen: (page: Page) => Promise<unknown>) {
  const page = await newPage(context);
  const begun = performance.now();
  await page.goto(line.url + path, { waitUntil: 'commit' });
  await seen(page);
  const seconds = (performance.now() - begun) / 1000;
  await page.waitForLoadState('networkidle');
  await page.close();
  return seconds;
}

const dashboard = '/userDashboard?tab=mycomplaints';
const card = (page: Page) => page.getByRole('article').first().waitFor();

describe('what is seen, and when', () => {
  it.each(['en', 'ur'])(
    'Home can be read in 5 s by who was never here, in %s',
    { timeout: 300_000 },
    async (locale) => {
      const context = await browser.newContext({ viewport: { width: 375, height: 800 }, locale });
      const seconds = await secondsUntil(context, '/', async (page) => {
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      });
      expect(seconds).toBeLessThan(5);
      await context.close();
    },
  );

  it('the dashboard shows its first cards in 15 s to who was here before', { timeout: 300_000 }, async () => {
    const context = await onPhone();
    const page = await enter(context, { ...portal, portal: line.url }, resident);
    await page.close();
    await secondsUntil(context, dashboard, card);
    expect(await secondsUntil(context, dashboard, card)).toBeLessThan(15);
    await context.close();
  });

  it('who was never here sees the first cards 15 s after they press Sign In', { timeout: 300_000 }, async () => {
    const context = await onPhone();
    const page = await newPage(context);
    await page.goto(`${line.url}/signin`);
    await page.getByLabel('Email').fill(resident.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(resident.password);
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const begun = performance.now();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/userDashboard*');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'My Reports' }).click();
    await card(page);
    expect((performance.now() - begun) / 1000).toBeLessThan(15);
    // What draws them was loaded before.
    expect(asked.filter((path) => /^\/remotes\/.*\.(js|css)$/.test(path))).toEqual([]);
    await context.close();
  });
});
