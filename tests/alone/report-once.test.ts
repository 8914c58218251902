/** A report whose sending is interrupted at any moment is sent, and is one report. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser } from '../../testing/browser.ts';
import { call, join } from '../../testing/calls.ts';
import { startKillableBrowser } from '../../testing/killable-browser.ts';
import * as walk from '../../testing/people.ts';
import { enter } from '../../testing/reports.ts';
import { filesKept, slowly, whole } from '../../testing/requests.ts';
import { startSlowLine } from '../../testing/slow-line.ts';

const portal = inject('portal');
const rounds = 20;
/** So many people at once, each with a browser and rounds of their own. */
const people = 4;
/** Sending takes two seconds and a little; a round is interrupted later than the one before. */
const bytesPerSecond = 60_000;
const spread = 3000;
let browser: Browser;
let image: Buffer;

beforeAll(async () => {
  browser = await openBrowser();
  const { jpeg } = await walk.makeFiles(browser);
  image = Buffer.concat([jpeg, Buffer.alloc(2 * bytesPerSecond)]);
});
afterAll(() => browser?.close());

/** Where somebody reports, and what interrupts them. */
interface Interrupted {
  /** The portal as the browser reaches it. */
  url: string;
  page: () => Promise<Page>;
  interrupt: (page: Page) => Promise<void>;
  /** Everything is as before. @returns the page that is open then */
  mend: (page: Page) => Promise<Page>;
}

const locationsOf = async (token: string) => {
  const rows = await call<{ location: string }[]>(portal, '/rest/v1/requests?select=location,user_id&limit=200', {
    token,
  });
  return rows.map(({ location }) => location);
};

/** Reports a place, is interrupted while it is sent, and waits until it is among the reports. */
async function report({ url, page: open, interrupt, mend }: Interrupted, token: string, round: number) {
  const location = `Lane ${round} of ${token.slice(-8)}`;
  const page = await open();
  await walk.fillRequest(page, { ...portal, portal: url }, { ...whole, location, image });
  await filesKept(page, 1);
  await slowly(page, bytesPerSecond);
  await walk.submitRequest(page);
  await wait((round / rounds) * spread);
  await interrupt(page);
  await wait(300);
  const again = await mend(page);
  const count = async () => (await locationsOf(token)).filter((one) => one === location).length;
  await expect.poll(count, { timeout: 90_000 }).toBe(1);
  await again.goto(`${url}/userDashboard?tab=mycomplaints`);
  const card = again.getByRole('article').filter({ hasText: location });
  await expect.poll(() => card.count(), { timeout: 30_000 }).toBe(1);
  await expect.poll(() => again.getByText('Waiting to be sent').count(), { timeout: 30_000 }).toBe(0);
  expect(await count()).toBe(1);
  return again;
}

/** All rounds, shared out among people who begin as `start` says. */
async function inTurn(start: (resident: walk.Resident) => Promise<Interrupted & { stop: () => Promise<void> }>) {
  const shareOf = async (person: number) => {
    const resident = walk.newResident('Mardan');
    const token = await join(portal, resident);
    const started = await start(resident);
    for (let round = person; round < rounds; round += people) await report(started, token, round);
    expect(await locationsOf(token)).toHaveLength(rounds / people);
    await started.stop();
  };
  await Promise.all(Array.from({ length: people }, (_, person) => shareOf(person)));
}

/** A browser context of a resident who reaches the portal at that address. */
async function signedIn(resident: walk.Resident, url: string): Promise<BrowserContext> {
  const context = await browser.newContext();
  await enter(context, { ...portal, portal: url }, resident);
  return context;
}

describe(`${rounds} times, at any moment`, () => {
  it('the browser has no network', { timeout: 600_000 }, () =>
    inTurn(async (resident) => {
      const context = await signedIn(resident, portal.portal);
      const [page] = context.pages();
      return {
        url: portal.portal,
        page: async () => page as Page,
        interrupt: () => context.setOffline(true),
        mend: async (page) => {
          await context.setOffline(false);
          return page;
        },
        stop: () => context.close(),
      };
    }),
  );

  it('the line is cut, which the browser is not told', { timeout: 600_000 }, () =>
    inTurn(async (resident) => {
      const line = await startSlowLine(portal.portal, { latencyMs: 100, bytesPerSecond: 2e6 });
      const context = await signedIn(resident, line.url);
      const [page] = context.pages();
      return {
        url: line.url,
        page: async () => page as Page,
        interrupt: async () => line.cut(),
        mend: async (page) => {
          line.mend();
          return page;
        },
        stop: async () => {
          await context.close();
          line.stop();
        },
      };
    }),
  );

  it('the browser is killed', { timeout: 600_000 }, () =>
    inTurn(async (resident) => {
      const folder = await mkdtemp(path(tmpdir(), 'tma-browser-'));
      let current = await startKillableBrowser(folder);
      await enter(current.context, portal, resident);
      // What a page stores is on the disk once its browser has ended in peace.
      await current.close();
      current = await startKillableBrowser(folder);
      return {
        url: portal.portal,
        page: () => current.context.newPage(),
        interrupt: () => current.kill(),
        mend: async () => {
          current = await startKillableBrowser(folder);
          const page = await current.context.newPage();
          await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
          return page;
        },
        stop: async () => {
          await current.close();
          await rm(folder, { recursive: true, force: true });
        },
      };
    }),
  );
});
