/** A report whose sending is interrupted at any moment is sent, and is one report; `waiting-kill.test.ts` kills the browser. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openBrowser } from '../../testing/browser.ts';
import { call, join } from '../../testing/calls.ts';
import * as walk from '../../testing/people.ts';
import { enter } from '../../testing/reports.ts';
import { filesKept, slowly, whole } from '../../testing/requests.ts';
import { startSlowLine } from '../../testing/slow-line.ts';

const portal = inject('portal');
const rounds = 20;
/** So many people at once, each with rounds of their own. */
const people = 4;
/** Sending takes two seconds. */
const bytesPerSecond = 60_000;
let browser: Browser;
let image: Buffer;

beforeAll(async () => {
  browser = await openBrowser();
  const { jpeg } = await walk.makeFiles(browser);
  image = Buffer.concat([jpeg, Buffer.alloc(2 * bytesPerSecond)]);
});
afterAll(() => browser?.close());

/** How somebody reaches the portal, and what interrupts them. */
interface Way {
  url: string;
  interrupt: (context: BrowserContext) => Promise<void>;
  mend: (context: BrowserContext) => Promise<void>;
  stop: () => void;
}

/** The ways to be interrupted: the browser knows that it has no network, or finds out. */
const ways: Record<string, () => Promise<Way>> = {
  'the browser has no network': async () => ({
    url: portal.portal,
    interrupt: (context) => context.setOffline(true),
    mend: (context) => context.setOffline(false),
    stop: () => undefined,
  }),
  'the line is cut': async () => {
    const line = await startSlowLine(portal.portal, { latencyMs: 100, bytesPerSecond: 2e6 });
    const { url, cut, mend, stop } = line;
    return { url, stop, interrupt: async () => cut(), mend: async () => mend() };
  },
};

/** Waits until that share of a report is sent, or more. */
const sent = (page: Page, share: number) =>
  page.waitForFunction((least) => {
    const bar = document.querySelector('progress');
    return !bar?.hasAttribute('value') || bar.value >= least;
  }, share);

const placesOf = async (token: string) => {
  const rows = await call<{ user_id: string | null; location: string }[]>(
    portal,
    '/rest/v1/requests?select=location,user_id&limit=200',
    { token },
  );
  return rows.filter(({ user_id }) => user_id !== null).map(({ location }) => location);
};

/** All rounds of one person: each reports a place, is interrupted later than the one before, and ends as one report. */
async function roundsOf(person: number, way: Way) {
  const resident = walk.newResident('Mardan');
  const token = await join(portal, resident);
  const context = await browser.newContext();
  const page = await enter(context, { ...portal, portal: way.url }, resident);
  const places: string[] = [];
  for (let round = person; round < rounds; round += people) {
    const location = `Lane ${round}`;
    places.push(location);
    await walk.fillRequest(page, { ...portal, portal: way.url }, { ...whole, location, image });
    await filesKept(page, 1);
    await slowly(page, bytesPerSecond);
    await walk.submitRequest(page);
    await sent(page, round / rounds);
    await way.interrupt(context);
    await way.mend(context);
    await expect.poll(async () => (await placesOf(token)).sort(), { timeout: 60_000 }).toEqual(places.toSorted());
  }
  await page.goto(`${way.url}/userDashboard?tab=mycomplaints`);
  await expect.poll(() => page.getByRole('article').count()).toBe(places.length);
  expect(await page.getByText('Waiting to be sent').count()).toBe(0);
  await context.close();
}

it.each(Object.keys(ways))(`${rounds} times, at any moment: %s`, { timeout: 600_000 }, async (name) => {
  const begun = await Promise.all(Array.from({ length: people }, () => ways[name]?.()));
  await Promise.all(begun.map((way, person) => way && roundsOf(person, way)));
  for (const way of begun) way?.stop();
});
