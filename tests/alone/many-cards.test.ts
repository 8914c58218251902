/** Four thousand reports in one list, all of them loaded: what the page draws does not grow with them. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { lastRunning } from '../../infra/run/run-file.ts';
import { fillReports } from '../../infra/seed/fill.ts';
import { drawPicture } from '../../services/files/testing/photos.ts';
import { newTehsil, openOffice } from '../../testing/admins.ts';
import { join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { newResident } from '../../testing/people.ts';
import { submitReport } from '../../testing/reports.ts';

const { portal, browser } = await startJourney();
const total = 4000;
let office = '';

beforeAll(async () => {
  const place = await newTehsil(portal);
  office = place.office;
  const token = await join(portal, newResident(place.tehsil));
  const first = await submitReport(portal, token, await drawPicture(7));
  const running = await lastRunning(portal.dataDir);
  if (!running) throw new Error('the portal that is tested does not run');
  const people = { seed: 9001, tehsils: [place.tehsil], residents: 200 };
  await fillReports(running.databases.reports, people, total - 1, [first.image], () => {});
});

/** Goes to the end of the list until so many cards are loaded. */
const loadUntil = (page: Page, count: number) =>
  page.evaluate(async (wanted) => {
    while (document.querySelectorAll('main article').length < wanted) {
      scrollTo(0, document.documentElement.scrollHeight);
      await new Promise(requestAnimationFrame);
    }
  }, count);

/** Scrolls through the middle of the list. @returns how long a frame takes, in milliseconds: of twenty the longest but one */
const scroll = (page: Page) =>
  page.evaluate(async () => {
    scrollTo(0, document.documentElement.scrollHeight / 2);
    const frames: number[] = [];
    await new Promise(requestAnimationFrame);
    for (let last = performance.now(); frames.length < 100; last = performance.now()) {
      scrollBy(0, 300);
      await new Promise(requestAnimationFrame);
      frames.push(performance.now() - last);
    }
    return frames.sort((one, other) => one - other)[94] ?? Number.NaN;
  });

/** Presses a card that is in sight. @returns after how many milliseconds its details are painted */
async function openOne(page: Page) {
  const took = await page.evaluate(async () => {
    const card = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('article');
    const begun = performance.now();
    card?.click();
    while (!document.querySelector('dialog[open]')) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return took;
}

/** How many cards are drawn now: the others are only counted with. */
const drawn = (page: Page) =>
  page
    .locator('main li > article')
    .evaluateAll((cards) => cards.filter((card) => card.checkVisibility({ contentVisibilityAuto: true })).length);

it('four thousand cards scroll and open as the first thousand do', { timeout: 600_000 }, async () => {
  const { page, context, faults } = await openOffice(browser, portal, office);
  const tools = await context.newCDPSession(page);
  const measure = async () => {
    const times = { frame: await scroll(page), open: [await openOne(page), await openOne(page), await openOne(page)] };
    await tools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await tools.send('Runtime.getHeapUsage');
    return { frame: times.frame, open: Math.min(...times.open), drawn: await drawn(page), heap: usedSize / 2 ** 20 };
  };
  await page.goto(`${portal.portal}/adminDashboard`);
  await page.getByText(`${total} Reports`, { exact: true }).waitFor();
  await loadUntil(page, 1000);
  const few = await measure();
  await loadUntil(page, total);
  const many = await measure();
  expect(many.drawn).toBeLessThan(few.drawn + 20);
  expect(many.frame).toBeLessThan(2 * few.frame + 50);
  expect(many.open).toBeLessThan(2 * few.open + 200);
  // What a loaded card keeps is the same for each: some 28 KB.
  expect(many.heap).toBeLessThan(200);
  expect(faults).toEqual([]);
  await context.close();
});
