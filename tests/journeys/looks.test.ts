import { pages } from '@tma/contracts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { keepToken } from '../../testing/admins.ts';
import { join, joinAdmin } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { desktop, overflowOf, phone, watchShifts, wrongWith } from '../../testing/looks.ts';
import * as people from '../../testing/people.ts';
import { enter } from '../../testing/reports.ts';

const { portal, browser } = await startJourney();
const resident = people.newResident('Mardan');
let office = '';

beforeAll(async () => {
  await join(portal, resident);
  office = await joinAdmin(portal, people.newResident('Mardan'));
});

const openTo = new Map<string, 'residents' | 'administrators'>([
  ['/userDashboard', 'residents'],
  ['/newrequest', 'residents'],
  ['/allrequests', 'residents'],
  ['/profile', 'residents'],
  ['/adminDashboard', 'administrators'],
  ['/adminAccount', 'administrators'],
  ['/adminSettings', 'administrators'],
  ['/adminAudit', 'administrators'],
  ['/adminCounter', 'administrators'],
  ['/adminStaff', 'administrators'],
]);
const visitors = ['anybody', 'residents', 'administrators'] as const;
const pathsFor = (whom: (typeof visitors)[number]) =>
  pages.map(({ path }) => path).filter((path) => (openTo.get(path) ?? 'anybody') === whom);

/** Looks at the pages of a kind of visitor. @returns what `judge` finds wrong */
async function lookAround(
  whom: (typeof visitors)[number],
  options: BrowserContextOptions,
  judge: (page: Page) => Promise<unknown[]>,
) {
  const found: unknown[] = [];
  const context = await browser.newContext({ ...options, serviceWorkers: 'block' });
  await watchShifts(context);
  const page = whom === 'residents' ? await enter(context, portal, resident) : await context.newPage();
  if (whom === 'administrators') await keepToken(page, portal, office);
  const faults = people.faultsOf(page);
  page.on('requestfailed', (request) => {
    // Given up by the page itself, as when it is left.
    const why = request.failure()?.errorText;
    if (why !== 'net::ERR_ABORTED') found.push(`${request.url()} ${why}`);
  });
  for (const path of pathsFor(whom)) {
    await page.goto(portal.portal + path, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    found.push(...(await judge(page)));
  }
  await context.close();
  return [...found, ...faults];
}

it.each(visitors.flatMap((whom) => [phone, desktop].map((viewport) => ({ whom, viewport }))))(
  'axe finds nothing, on a desktop by night, too; nothing jumps, nothing fails: $whom at $viewport.width px',
  async ({ whom, viewport }) => {
    const found = await lookAround(whom, { viewport }, async (page) => {
      const wrong = await wrongWith(page, viewport === desktop);
      return viewport === phone ? [...wrong, ...(await widerThanWindow(page))] : wrong;
    });
    expect(found).toEqual([]);
  },
);

/** At which widths from 320 to 1920 px a page is wider than its window. */
async function widerThanWindow(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  for (const width of [320, 768, 992, 993, 1920]) {
    await page.setViewportSize({ width, height: 700 });
    const wider = await overflowOf(page);
    if (wider > 0) wrong.push(`${page.url()} at ${width} px is ${wider} px wider`);
  }
  await page.setViewportSize(phone);
  return wrong;
}
