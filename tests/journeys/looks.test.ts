import { pages } from '@tma/contracts';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { join, joinAdmin } from './calls.ts';
import * as walk from './people.ts';
import { enter } from './reports.ts';
import { overflowOf, shiftsOf, watchShifts } from './shifts.ts';
import { violations } from './violations.ts';

const portal = inject('portal');
const resident = walk.newResident('Mardan');
const admin = walk.newResident('Mardan');
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  await join(portal, resident);
  await joinAdmin(portal, admin);
});
afterAll(() => browser?.close());

const openTo = new Map<string, 'residents' | 'administrators'>([
  ['/userDashboard', 'residents'],
  ['/newrequest', 'residents'],
  ['/allrequests', 'residents'],
  ['/profile', 'residents'],
  ['/adminDashboard', 'administrators'],
]);
const pathsFor = (whom: 'residents' | 'administrators' | undefined) =>
  pages.map(({ path }) => path).filter((path) => openTo.get(path) === whom);

/** Looks at the pages of each kind of visitor. @returns what `judge` finds wrong */
async function lookAround(
  options: BrowserContextOptions,
  judge: (page: Awaited<ReturnType<typeof enter>>) => Promise<unknown[]>,
) {
  const found: unknown[] = [];
  for (const whom of [undefined, 'residents', 'administrators'] as const) {
    const context = await browser.newContext(options);
    await watchShifts(context);
    const page = whom === 'residents' ? await enter(context, portal, resident) : await context.newPage();
    if (whom === 'administrators') await walk.signInAdmin(page, portal, admin);
    page.on('pageerror', ({ message }) => found.push(message));
    page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
    page.on('requestfailed', (request) => found.push(`${request.url()} ${request.failure()?.errorText}`));
    for (const path of pathsFor(whom)) {
      await page.goto(portal.portal + path, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      found.push(...(await judge(page)));
    }
    await context.close();
  }
  return found;
}

describe.each([
  [375, 'light'],
  [375, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)('at %i px, %s', (width, colorScheme) => {
  it('axe finds nothing, nothing jumps, nothing fails on any page', async () => {
    const found = await lookAround({ viewport: { width, height: 800 }, colorScheme }, async (page) => {
      const wrong: unknown[] = await violations(page);
      const jumped = await shiftsOf(page);
      return jumped > 0.1 ? [...wrong, `${page.url()} jumped by ${jumped}`] : wrong;
    });
    expect(found).toEqual([]);
  });
});

it('no page is wider than its window, from 320 to 1920 px', async () => {
  const found = await lookAround({ viewport: { width: 320, height: 700 } }, async (page) => {
    const wrong: string[] = [];
    for (const width of [320, 768, 992, 993, 1920]) {
      await page.setViewportSize({ width, height: 700 });
      const wider = await overflowOf(page);
      if (wider > 0) wrong.push(`${page.url()} at ${width} px is ${wider} px wider`);
    }
    return wrong;
  });
  expect(found).toEqual([]);
});
