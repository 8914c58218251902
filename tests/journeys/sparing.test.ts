/** Somebody on 2G, or whose browser saves data: small pictures and short pages; the large picture when they ask for it. */
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { drawPicture } from '../../services/files/testing/photos.ts';
import { newTehsil, openOffice } from '../../testing/admins.ts';
import { join } from '../../testing/calls.ts';
import { addProof } from '../../testing/closures.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { changeReport, openResident, submitReport } from '../../testing/reports.ts';
import { makePhoto, whole } from '../../testing/requests.ts';

const { portal, browser } = await startJourney();
const { tehsil, office } = await newTehsil(portal);
const resident = people.newResident(tehsil);
const count = 10;

/** The newest of the resident's reports is closed with a picture of the work. */
beforeAll(async () => {
  const token = await join(portal, resident);
  const jpeg = await drawPicture(1);
  for (let number = 1; number <= count; number += 1)
    await submitReport(portal, token, jpeg, { issue: 'Side Walk Repair', location: `Lane ${number}` });
  const lit = await submitReport(portal, token, jpeg, { issue: 'Street Lights Repair' });
  await addProof(portal, office, lit, await drawPicture(2));
  await changeReport(portal, office, lit.id, { status: 'Closed' });
});

/** What else is spared is in packages/web/network/sparing.test.ts. */
const on2G = { saveData: false, effectiveType: '2g', downlink: 0.25 };

/** As which connection a browser describes its own. */
const describeAs = (context: BrowserContext, connection: object) =>
  context.addInitScript((told) => Object.defineProperty(navigator, 'connection', { value: told }), connection);

/** The widths in which pictures are asked for; `large` for the full size. */
function widthsOf(page: Page) {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/uploads/')) asked.add(searchParams.get('w') ?? 'large');
  });
  return asked;
}

const articles = (page: Page) => page.getByRole('article');
const light = 'Street Lights Repair';

it('cards and details have small pictures; the large one comes when it is asked for', async () => {
  const { page, context, faults } = await openResident(browser, portal, resident, 375);
  await describeAs(context, on2G);
  const asked = widthsOf(page);
  await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  await page.getByRole('button', { name: light }).click();
  const details = page.getByRole('dialog');
  const before = details.getByRole('img', { name: 'Before' });
  await expect.poll(() => before.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(240);
  await page.waitForLoadState('networkidle');
  expect([...asked]).toEqual(['240']);

  await details.getByRole('button', { name: 'Show it larger' }).first().click();
  await expect.poll(() => before.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900);
  expect(await before.evaluate((image) => image === document.activeElement)).toBe(true);
  expect(await details.getByRole('button', { name: 'Show it larger' }).count()).toBe(1);
  expect(faults).toEqual([]);
  await context.close();
});

it('where the large one cannot be loaded, the focus that it had stays in the dialog', async () => {
  const { page, context } = await openResident(browser, portal, resident, 375);
  await describeAs(context, on2G);
  const isLarge = ({ pathname, search }: URL) => pathname.startsWith('/uploads/') && search === '';
  await page.route(isLarge, (route) => route.fulfill({ status: 404 }));
  await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  await page.getByRole('button', { name: light }).click();
  const details = page.getByRole('dialog');
  await details.getByRole('button', { name: 'Show it larger' }).first().click();
  await details.getByText('The picture could not be loaded.').waitFor();
  expect(await details.evaluate((dialog) => dialog === document.activeElement)).toBe(true);
  await context.close();
});

it('lists come in pages of ten, for residents and administrators, and go on by a button and as one scrolls', async () => {
  const { page, context } = await openResident(browser, portal, resident, 375);
  await describeAs(context, on2G);
  const answers = page.waitForResponse((answer) => answer.url().includes('/rest/v1/requests?select=*'));
  await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  expect(await (await answers).json()).toHaveLength(10);
  await page.getByText(`${count + 1} Reports`, { exact: true }).waitFor();
  await expect.poll(() => articles(page).count()).toBe(10);
  await people.pressMore(page, /\/rest\/v1\/requests\?.*id=lt/);
  await expect.poll(() => articles(page).count()).toBe(count + 1);
  const last = articles(page).last().getByRole('button');
  await expect.poll(() => last.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.reload();
  await expect.poll(() => articles(page).count()).toBe(10);
  await page.mouse.move(180, 500);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 5000);
      return articles(page).count();
    })
    .toBe(count + 1);

  // Another list begins at its top, also one that was read before.
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.getByRole('button', { name: 'Overall Reports' }).click();
  await page.getByRole('heading', { level: 1, name: 'All Community Reports' }).waitFor();
  await articles(page).first().waitFor();
  await page.evaluate(() => window.scrollTo(0, 1000));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'My Reports' }).click();
  await page.getByRole('heading', { level: 1, name: 'My Reports' }).waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await context.close();

  const desk = await openOffice(browser, portal, office);
  await describeAs(desk.context, on2G);
  const rows = desk.page.waitForResponse((answer) => answer.url().includes('/adminrequests?'));
  await desk.page.goto(`${portal.portal}/adminDashboard`);
  expect(await (await rows).json()).toHaveLength(10);
  await desk.context.close();
});

it('a photo is sent as large as the portal shows it', async () => {
  const { page, context } = await openResident(browser, portal, resident, 375);
  await describeAs(context, on2G);
  await people.fillRequest(page, portal, { ...whole, image: await makePhoto(browser) });
  const size = () =>
    page.getByLabel('Image').evaluate(async (picker: HTMLInputElement) => {
      const { width, height } = await createImageBitmap(picker.files?.[0] as File);
      return [width, height];
    });
  await expect.poll(size).toEqual([1200, 1600]);
  await context.close();
});

it('everybody else has pictures as before', async () => {
  const { page, context } = await openResident(browser, portal, resident);
  await describeAs(context, { saveData: false, effectiveType: '4g', downlink: 10 });
  const asked = widthsOf(page);
  await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  await page.getByRole('button', { name: light }).click();
  await page.getByRole('dialog').getByRole('img', { name: 'Before' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect([...asked].sort()).toEqual(['480', 'large']);
  expect(await page.getByRole('button', { name: 'Show it larger' }).count()).toBe(0);
  await context.close();
});
