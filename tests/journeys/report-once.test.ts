/** A report whose sending is interrupted at any moment is sent, and is one report. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { call, join } from '../../testing/calls.ts';
import { testConfig } from '../../testing/config.ts';
import { startJourney } from '../../testing/journey.ts';
import { startKillableBrowser } from '../../testing/killable-browser.ts';
import * as people from '../../testing/people.ts';
import { enter } from '../../testing/reports.ts';
import { filesStored, slowly, whole } from '../../testing/requests.ts';
import { startSlowLine } from '../../testing/slow-line.ts';

const { portal, browser, jpeg } = await startJourney();
const rounds = testConfig.allFaults ? 20 : 4;
/** So many people at once, each with rounds of their own. */
const atOnce = 2;
/** Sending takes two seconds. */
const bytesPerSecond = 60_000;
const dashboard = '/userDashboard?tab=mycomplaints';
let image: Buffer;

beforeAll(async () => {
  image = Buffer.concat([jpeg, Buffer.alloc(2 * bytesPerSecond)]);
});

/** How somebody reaches the portal, and what interrupts them. */
interface Way {
  url: string;
  /** A page of theirs. */
  page: () => Promise<Page>;
  interrupt: () => Promise<unknown>;
  mend: () => Promise<unknown>;
  stop: () => Promise<unknown>;
}

/** The browser knows that it has no network. */
async function withoutNetwork(resident: people.Resident): Promise<Way> {
  const context = await browser.newContext();
  const page = await enter(context, portal, resident);
  return {
    url: portal.portal,
    page: async () => page,
    interrupt: () => context.setOffline(true),
    mend: () => context.setOffline(false),
    stop: () => context.close(),
  };
}

/** The browser finds out that nothing answers. */
async function onCutLine(resident: people.Resident): Promise<Way> {
  const { url, cut, mend, stop } = await startSlowLine(portal.portal, { latencyMs: 100, bytesPerSecond: 2e6 });
  const context = await browser.newContext();
  const page = await enter(context, { ...portal, portal: url }, resident);
  return {
    url,
    page: async () => page,
    interrupt: async () => cut(),
    mend: async () => mend(),
    stop: () => context.close().then(stop),
  };
}

/** The phone goes out; its owner opens the portal again. */
async function killed(resident: people.Resident): Promise<Way> {
  const folder = await mkdtemp(path(tmpdir(), 'tma-browser-'));
  let current = await startKillableBrowser(folder);
  await enter(current.context, portal, resident);
  // What a page stores is on the disk at the latest when its browser has ended in peace.
  await current.close();
  current = await startKillableBrowser(folder);
  return {
    url: portal.portal,
    page: async () => current.context.pages()[0] ?? current.context.newPage(),
    interrupt: () => current.kill(),
    async mend() {
      current = await startKillableBrowser(folder);
      await (await current.context.newPage()).goto(`${portal.portal}${dashboard}`);
    },
    async stop() {
      await current.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until that share of a report is sent, or more. What is not sent at all yet is a draft still. */
async function sent(page: Page, share: number) {
  await page.getByRole('progressbar').waitFor();
  await page.waitForFunction((least) => {
    const bar = document.querySelector('progress');
    return !bar?.hasAttribute('value') || bar.value >= least;
  }, share);
}

/** The places of the reports of the token's owner. */
const placesOf = async (token: string) => {
  const query = '/rest/v1/requests?select=location,user_id&limit=200';
  const rows = await call<{ user_id: string | null; location: string }[]>(portal, query, { token });
  return rows.filter(({ user_id }) => user_id !== null).map(({ location }) => location);
};

/** All rounds of one person: each reports a place, is interrupted later than the one before, and ends as one report. */
async function roundsOf(person: number, begin: (resident: people.Resident) => Promise<Way>) {
  const resident = people.newResident('Mardan');
  const token = await join(portal, resident);
  const { url, page: open, interrupt, mend, stop } = await begin(resident);
  const places: string[] = [];
  for (let round = person; round < rounds; round += atOnce) {
    const location = `Lane ${round}`;
    places.push(location);
    const page = await open();
    await people.fillRequest(page, { ...portal, portal: url }, { ...whole, location, image });
    await filesStored(page, 1);
    await slowly(page, bytesPerSecond);
    await people.submitRequest(page);
    await sent(page, (round + 1) / (rounds + 1));
    await interrupt();
    await mend();
    await expect.poll(async () => (await placesOf(token)).sort(), { timeout: 60_000 }).toEqual(places.toSorted());
  }
  const page = await open();
  await page.goto(url + dashboard);
  // One whose answer was lost is shown as waiting until the browser has sent it again.
  const cards = page.getByRole('article');
  const listed = async () => [await cards.count(), await page.getByText('Waiting to be sent').count()];
  await expect.poll(listed, { timeout: 60_000 }).toEqual([places.length, 0]);
  await stop();
}

it.each([
  ['the browser has no network', withoutNetwork],
  ['the line is cut', onCutLine],
  ['the browser is killed', killed],
])(`${rounds} times, at any moment: %s`, { timeout: 600_000 }, async (_what, begin) => {
  await Promise.all(Array.from({ length: atOnce }, (_, person) => roundsOf(person, begin)));
});
