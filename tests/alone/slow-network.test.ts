/** At the speed of 2G: 840 ms from a request to its answer, 50 kbit/s for everything together. */
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { drawPicture } from '../../services/files/testing/photos.ts';
import { newTehsil } from '../../testing/admins.ts';
import { join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { enter, submitReport } from '../../testing/reports.ts';
import { speed2G, startSlowLine } from '../../testing/slow-line.ts';

const { portal, browser } = await startJourney();
const { tehsil } = await newTehsil(portal);
const resident = people.newResident(tehsil);

beforeAll(async () => {
  const token = await join(portal, resident);
  const jpeg = await drawPicture(3);
  for (let number = 1; number <= 12; number += 1) await submitReport(portal, token, jpeg);
});

/** A line of one test alone. @returns its address */
async function newLine({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): Promise<string> {
  const line = await startSlowLine(portal.portal, speed2G);
  onTestFinished(line.stop);
  return line.url;
}

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
async function secondsUntil(page: Page, url: string, seen: (page: Page) => Promise<unknown>) {
  const begun = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await seen(page);
  return (performance.now() - begun) / 1000;
}

const dashboard = '/userDashboard?tab=mycomplaints';
const card = (page: Page) => page.getByRole('article').first().waitFor();

describe('what is seen, and when', () => {
  // Side by side: most of their time is the line's, and each has one of its own.
  it.concurrent.for(['en', 'ur'])(
    'Home can be read in 5 s by who was never here, in %s',
    { timeout: 300_000 },
    async (locale, test) => {
      const url = await newLine(test);
      const context = await browser.newContext({ viewport: { width: 375, height: 800 }, locale });
      const seconds = await secondsUntil(await newPage(context), url, async (page) => {
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      });
      expect(seconds).toBeLessThan(5);
      await context.close();
    },
  );

  it.concurrent('the dashboard shows its first cards in 15 s to who was here before', {
    timeout: 300_000,
  }, async (test) => {
    const url = await newLine(test);
    const context = await onPhone();
    const before = await enter(context, { ...portal, portal: url }, resident);
    await before.close();
    const first = await newPage(context);
    await secondsUntil(first, url + dashboard, card);
    await first.waitForLoadState('networkidle');
    await first.close();
    expect(await secondsUntil(await newPage(context), url + dashboard, card)).toBeLessThan(15);
    await context.close();
  });

  it.concurrent('who was never here sees the first cards 15 s after they press Sign In', {
    timeout: 300_000,
  }, async (test) => {
    const url = await newLine(test);
    const context = await onPhone();
    const page = await newPage(context);
    await page.goto(`${url}/signin`);
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
