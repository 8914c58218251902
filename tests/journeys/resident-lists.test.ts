import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { cardOf, newTehsil } from '../../testing/admins.ts';
import { join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { changeReport, enter, submitReport } from '../../testing/reports.ts';

const { portal, browser, jpeg } = await startJourney();
const dashboard = `${portal.portal}/userDashboard`;
// Lists of all reports show nothing of other tests here.
const { tehsil, office } = await newTehsil(portal);
const resident = people.newResident(tehsil);
const description = `The light is out since Monday. ${'It is dark here. '.repeat(8)}`;

/** The resident has three reports: an open one, a closed and a dropped one with a schedule. */
beforeAll(async () => {
  const token = await join(portal, resident);
  await submitReport(portal, token, jpeg, { issue: 'Side Walk Repair' });
  const closed = await submitReport(portal, token, jpeg, { issue: 'Street Lights Repair', description });
  const dropped = await submitReport(portal, token, jpeg, { issue: 'Traffic signals Issue' });
  await changeReport(portal, office, closed.id, { status: 'Closed', schedule: '2027-03-05' });
  await changeReport(portal, office, dropped.id, { status: 'Dropped', schedule: '2027-03-06' });
});

/** The resident's, or somebody else's, page. */
async function begin(options: BrowserContextOptions = {}, person = resident) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
    ...options,
  });
  return { page: await enter(context, portal, person), context };
}

describe('the lists', () => {
  // How they go on is in sparing.test.ts, where a page is shorter.
  it('My Reports: fifty on a page, counts of the whole list, cards cut at 80 characters, the schedule', async () => {
    const { page, context } = await begin();
    const asked = page.waitForRequest(/\/rest\/v1\/requests\?.*limit=50/);
    await page.goto(`${dashboard}?tab=mycomplaints`);
    await asked;
    await page.getByText('3 Reports', { exact: true }).waitFor();
    await page.getByText('1 Completed', { exact: true }).waitFor();
    const closed = cardOf(page, 'Street Lights Repair');
    await closed.getByText('Closed', { exact: true }).waitFor();
    await closed.getByText('Scheduled: March 5, 2027').waitFor();
    await closed.getByText(`${description.slice(0, 80)}...`, { exact: true }).waitFor();
    await cardOf(page, 'Side Walk Repair').getByText('No water since the morning.', { exact: true }).waitFor();
    await context.close();
  });

  it.each([
    ['mycomplaints', 'Street Lights Repair', true, true],
    ['AllRequests', 'Street Lights Repair', false, true],
    ['Dropped', 'Traffic signals Issue', false, false],
  ] as const)('%s, %s: scheduled on the card %j, in the details %j', async (tab, issue, onCard, inDetails) => {
    const { page, context } = await begin();
    await page.goto(`${dashboard}?tab=${tab}`);
    const mine = page.getByRole('article').filter({ hasText: issue }).filter({ hasText: tehsil });
    // Other tests report meanwhile: it may have moved to the next stretch of the list.
    await expect.poll(() => page.keyboard.press('End').then(() => mine.count())).toBe(1);
    expect(await mine.getByText(/^Scheduled:/).count()).toBe(onCard ? 1 : 0);
    await mine.getByText(tehsil).click();
    const details = page.getByRole('dialog', { name: issue });
    await details.getByText(/^TMA-/).waitFor();
    expect(await details.getByText(/March [56], 2027/).count()).toBe(inDetails ? 1 : 0);
    await context.close();
  });

  it('a report opens by keyboard with all it says, and gives the focus back', async () => {
    const { page, context } = await begin({ viewport: { width: 375, height: 800 } });
    await page.goto(`${dashboard}?tab=mycomplaints`);
    const handle = page.getByRole('button', { name: 'Street Lights Repair' });
    await handle.focus();
    await page.keyboard.press('Enter');
    const details = page.getByRole('dialog', { name: 'Street Lights Repair' });
    await details.getByText(description.trim(), { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => handle.evaluate((button) => button === document.activeElement)).toBe(true);
    await context.close();
  });

  it('tells its reporter the history of a report, nobody else; quietly when it cannot', async () => {
    const { page, context } = await begin();
    await page.goto(`${dashboard}?tab=mycomplaints`);
    await page.getByRole('button', { name: 'Street Lights Repair' }).click();
    const lines = page.getByRole('dialog').getByRole('listitem');
    await expect.poll(() => lines.count()).toBe(2);
    expect(await lines.allTextContents()).toEqual([
      expect.stringMatching(/^Received/),
      expect.stringMatching(/^Status: Closed, Schedule set/),
    ]);
    await page.keyboard.press('Escape');
    await page.route('**/reports/*/history', (route) => route.abort());
    await page.getByRole('button', { name: 'Side Walk Repair' }).click();
    await page.getByRole('dialog').getByRole('status').getByText('The history could not be loaded.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.unrouteAll();
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).press('Enter');
    await page
      .getByRole('dialog')
      .getByText(/^Received/)
      .waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('DIALOG');
    await context.close();

    const other = people.newResident(tehsil);
    await join(portal, other);
    const neighbour = await begin({}, other);
    await neighbour.page.goto(`${dashboard}?tab=AllRequests`);
    await neighbour.page.getByRole('button', { name: 'Street Lights Repair' }).first().click();
    await neighbour.page.getByRole('dialog').getByText(/^TMA-/).waitFor();
    expect(await neighbour.page.getByRole('heading', { name: 'History' }).count()).toBe(0);
    await neighbour.context.close();
  });

  it('say that they are empty, each with a hint of its own; a failing one offers to try again', async () => {
    const other = people.newResident(tehsil);
    await join(portal, other);
    const { page, context } = await begin({}, other);
    await page.goto(`${dashboard}?tab=mycomplaints`);
    await people.expectText(page, 'No Reports Found');
    await people.expectText(page, 'What you report appears here with its status.');
    await people.expectText(page, '0 Reports');
    await page.route('**/rest/v1/requests*', (route) => route.abort());
    await page.getByRole('button', { name: 'Overall Reports' }).click();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await people.expectText(page, 'No Reports Found');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.unrouteAll();
    await again.click();
    await page.getByRole('article').first().waitFor();
    await context.close();
  });

  it('/allrequests lists the same, with the ways to the profile and out', async () => {
    const { page, context } = await begin();
    await page.goto(`${portal.portal}/allrequests`);
    await page.getByRole('heading', { level: 1, name: 'All Requests' }).waitFor();
    await page.getByText('3 Reports', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Profile' }).getAttribute('href')).toBe('/profile');
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL(`${portal.portal}/`);
    await context.close();
  });
});

describe('an open list', () => {
  it('shows a change without a reload; view and focus stay; unseen it does not ask', async () => {
    const own = people.newResident(tehsil);
    const theirs = await join(portal, own);
    const [first] = [
      await submitReport(portal, theirs, jpeg, { issue: 'Limit Certificate' }),
      await submitReport(portal, theirs, jpeg),
      await submitReport(portal, theirs, jpeg),
      await submitReport(portal, theirs, jpeg),
    ];
    const { page, context } = await begin({ viewport: { width: 375, height: 700 } }, own);
    await page.clock.install();
    await page.goto(`${dashboard}?tab=mycomplaints`);
    const watched = page.getByRole('article').filter({ hasText: 'Limit Certificate' });
    const handle = watched.getByRole('button');
    await handle.focus();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(300);

    const statuses: number[] = [];
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    session.on('Network.responseReceivedExtraInfo', ({ statusCode }) => statuses.push(statusCode));
    await page.clock.runFor(31_000);
    await expect.poll(() => statuses).toContain(304);

    await changeReport(portal, office, first.id, { status: 'In Progress' });
    await page.clock.runFor(31_000);
    await watched.getByText('In Progress', { exact: true }).waitFor();
    await page.getByText(/^The list has changed at /).waitFor({ state: 'attached' });
    expect(await page.evaluate(() => scrollY)).toBe(place);
    expect(await handle.evaluate((button) => button === document.activeElement)).toBe(true);

    await show(page, false);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.clock.runFor(120_000);
    expect(asked.filter((url) => url.includes('/rest/v1/requests'))).toEqual([]);
    await changeReport(portal, office, first.id, { status: 'Closed' });
    await show(page, true);
    await watched.getByText('Closed', { exact: true }).waitFor();
    await page.getByText('1 Completed', { exact: true }).waitFor();
    await context.close();
  });

  it('so do the details that are open', async () => {
    const own = people.newResident(tehsil);
    const theirs = await join(portal, own);
    const { id } = await submitReport(portal, theirs, jpeg);
    const { page, context } = await begin({}, own);
    await page.clock.install();
    await page.goto(`${dashboard}?tab=mycomplaints`);
    await page.getByRole('button', { name: 'Water Supply Problem' }).click();
    const details = page.getByRole('dialog');
    await details.getByText('Received').waitFor();
    await changeReport(portal, office, id, { status: 'Closed' });
    await page.clock.runFor(31_000);
    await details.getByText('Closed', { exact: true }).waitFor();
    await details.getByText('Status: Closed').waitFor();
    await context.close();
  });

  it('is not shown to whoever signs in in another tab, nor are details that are open', async () => {
    const { page, context } = await begin();
    await page.goto(`${dashboard}?tab=mycomplaints`);
    await page.getByRole('button', { name: 'Side Walk Repair' }).click();
    await page.getByRole('dialog').waitFor();
    const other = people.newResident(tehsil);
    await join(portal, other);
    await enter(context, portal, other);
    await show(page, true);
    await people.expectText(page, 'No Reports Found');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await context.close();
  });
});

/** Makes the page seen or unseen, as when another tab is looked at. */
const show = (page: Page, seen: boolean) =>
  page.evaluate(
    (visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibilityState });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    seen ? 'visible' : 'hidden',
  );
