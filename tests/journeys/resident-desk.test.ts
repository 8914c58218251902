import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { cardOf, newTehsil, openOffice } from '../../testing/admins.ts';
import { call, join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { newResident } from '../../testing/people.ts';
import { changeReport, openResident, ownReports, submitReport } from '../../testing/reports.ts';

const { portal, browser, jpeg } = await startJourney();

async function town() {
  const { tehsil, office } = await newTehsil(portal);
  const resident = newResident(tehsil);
  const token = await join(portal, resident);
  const report = await submitReport(portal, token, jpeg, { location: 'Canal Road' });
  return { tehsil, office, resident, token, report };
}
const inWords = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

it('a resident reads by when the answer is due, and no more once it is closed', async () => {
  const { office, resident, token, report } = await town();
  const { due } = (await ownReports(portal, token))[0] as unknown as { due: string };
  const { page, context } = await openResident(browser, portal, resident);
  const words = `Answer due by ${inWords(due)}`;
  await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  await cardOf(page, 'Canal Road').getByText(words).waitFor();
  await cardOf(page, 'Canal Road').getByRole('button').click();
  await page.getByRole('dialog').getByText(words).waitFor();

  await call(portal, '/api/deadlines', {
    method: 'PUT',
    token: office,
    json: { issue: 'Water Supply Problem', days: 90 },
  });
  await page.reload();
  const { due: moved } = (await ownReports(portal, token))[0] as unknown as { due: string };
  expect(moved > due).toBe(true);
  await cardOf(page, 'Canal Road')
    .getByText(`Answer due by ${inWords(moved)}`)
    .waitFor();

  await changeReport(portal, office, report.id, { status: 'Closed' });
  await page.reload();
  await cardOf(page, 'Canal Road').getByText('Closed', { exact: true }).waitFor();
  expect(await page.getByText('Answer due by').count()).toBe(0);
  await context.close();
});

it('a public note is a message in the history of the reporter, a private one and the assignment are not there', async () => {
  const { office, resident, report } = await town();
  const note = (text: string, isPublic: boolean) =>
    call(portal, `/reports/${report.id}/notes`, { token: office, json: { text, public: isPublic } });
  await note('The pump is broken, says the foreman.', false);
  await note('A new pump comes on Monday.', true);
  const { page, context } = await openResident(browser, portal, resident);
  await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  await cardOf(page, 'Canal Road').getByRole('button').click();
  const history = page.getByRole('dialog').getByRole('list', { name: 'History' });
  const last = history.getByRole('listitem').last();
  await last.getByText('A new pump comes on Monday.').waitFor();
  expect(await last.innerText()).toMatch(/^A message about your report\n.*The administration/s);
  expect(await history.getByRole('listitem').count()).toBe(2);
  await context.close();
});

/** What a phone shows at first, 360 by 640 pixels. */
async function firstSight(page: Page) {
  await page.setViewportSize({ width: 360, height: 640 });
  const header = await page.getByRole('banner').boundingBox();
  const card = await cardOf(page, 'Canal Road').getByRole('button').first().boundingBox();
  return { header: header?.height ?? 999, card: card?.y ?? 999 };
}

it('on a phone the header of both dashboards is one line, with all its names', async () => {
  const { office, resident } = await town();
  const { page: own } = await openResident(browser, portal, resident);
  await own.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  await cardOf(own, 'Canal Road').waitFor();
  const { page: desk, context } = await openOffice(browser, portal, office, 360);
  await desk.goto(`${portal.portal}/adminDashboard`);
  await cardOf(desk, 'Canal Road').waitFor();
  for (const page of [own, desk]) {
    const seen = await firstSight(page);
    expect(seen.header).toBeLessThan(64);
    const banner = page.getByRole('banner');
    for (const name of ['Menu', 'Logout']) await banner.getByRole('button', { name }).waitFor();
    await banner.getByRole('link', { name: 'TMA Citizen Portal' }).waitFor();
  }
  await own.getByRole('banner').getByText('Your Location: Bank Road').waitFor();
  await own.getByRole('banner').getByRole('link', { name: 'Profile' }).waitFor();
  await desk.getByRole('banner').getByRole('heading', { name: 'Administration Dashboard' }).waitFor();
  // The picture of the first report is in sight, and below it what it is about.
  expect((await firstSight(own)).card).toBeLessThan(640);
  await own.context().close();
  await context.close();
});
