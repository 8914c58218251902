import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openBrowser } from '../../testing/browser.ts';
import { join } from '../../testing/calls.ts';
import { testConfig } from '../../testing/config.ts';
import { openLastingBrowser } from '../../testing/lasting-browser.ts';
import * as walk from '../../testing/people.ts';
import { enter, ownReports } from '../../testing/reports.ts';
import { slowly } from '../../testing/requests.ts';
import { submit } from '../../testing/waiting.ts';

const portal = inject('portal');
let jpeg: Buffer;
let folder: string;

beforeAll(async () => {
  const browser = await openBrowser();
  jpeg = Buffer.concat([(await walk.makeFiles(browser)).jpeg, Buffer.alloc(400_000)]);
  await browser.close();
  folder = await mkdtemp(path(tmpdir(), 'tma-browser-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** At which share of the body the browser is killed: from the beginning until the answer is awaited. */
const shareOf = (time: number) => (time % 10) / 10 + 0.05;

// Twenty times with BROWSER_KILLS=20.
it.each(Array.from({ length: testConfig.browserKills }, (_, time) => time))(
  'the browser is killed while it sends a report: opened again, it has sent it once (%i)',
  async (time) => {
    const resident = walk.newResident('Mardan');
    const token = await join(portal, resident);
    const profile = path(folder, String(time));
    const first = await openLastingBrowser(profile);
    const page = await enter(first.context, portal, resident);
    await page.goto(`${portal.portal}/newrequest`);
    await slowly(page, 200_000);
    await submit(page, jpeg);
    await expect
      .poll(async () => Number(await page.getByRole('progressbar').getAttribute('value')), { interval: 20 })
      .toBeGreaterThan(shareOf(time));
    await first.kill();

    const again = await openLastingBrowser(profile);
    const next = await again.context.newPage();
    await next.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
    await next.getByRole('article').filter({ hasText: 'Open' }).waitFor();
    expect(await next.getByText('Waiting to be sent').count()).toBe(0);
    await expect.poll(() => ownReports(portal, token)).toHaveLength(1);
    await again.kill();
  },
);
