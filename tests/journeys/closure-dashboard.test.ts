import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cardOf, newTehsil } from '../../testing/admins.ts';
import { join } from '../../testing/calls.ts';
import { answerClosure } from '../../testing/closures.ts';
import { startJourney } from '../../testing/journey.ts';
import { desktop, watchShifts, wrongWith } from '../../testing/looks.ts';
import * as people from '../../testing/people.ts';
import { changeReport, enter, submitReport } from '../../testing/reports.ts';

const { portal, browser, jpeg } = await startJourney();
const { tehsil, office } = await newTehsil(portal);

/** A resident whose reports of these types were closed, with My Reports open. */
async function begin(issues: string[], viewport = desktop) {
  const resident = people.newResident(tehsil);
  const token = await join(portal, resident);
  const reports: Record<string, string> = {};
  for (const issue of issues) {
    const { id } = await submitReport(portal, token, jpeg, { issue });
    await changeReport(portal, office, id, { status: 'Closed' });
    reports[issue] = id;
  }
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
  await watchShifts(context);
  const page = await enter(context, portal, resident);
  const faults = people.faultsOf(page);
  await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  return { page, context, token, faults, idOf: (issue: string) => reports[issue] ?? '' };
}

const light = 'Street Lights Repair';
const walkway = 'Side Walk Repair';
const region = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Is it fixed?' });
const yes = (page: Page) => region(page).getByRole('button', { name: 'Yes, it is fixed' });
const no = (page: Page) => region(page).getByRole('button', { name: 'No, it is not fixed' });
const reason = (page: Page) => page.getByLabel('What is not fixed?');

/** Nothing the list reads from now on arrives, as on a slow network, until what is returned is called. */
async function holdLists(page: Page) {
  const held = Promise.withResolvers<void>();
  await page.route('**/rest/v1/requests*', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

describe('My Reports', () => {
  it('say which reports wait; the answer is given in the details, and the list follows', async () => {
    const { page, context, faults } = await begin([light, walkway]);
    await page.getByText('2 reports wait for your answer', { exact: true }).waitFor();
    await cardOf(page, light).getByText('Waiting for your answer', { exact: true }).waitFor();
    await cardOf(page, light).getByText('Closed without a picture', { exact: true }).waitFor();
    expect(await cardOf(page, light).getByText('Closed', { exact: true }).textContent()).toBe('Closed');
    const handle = page.getByRole('button', { name: light });
    await handle.focus();
    await page.keyboard.press('Enter');
    await region(page)
      .getByText(/^Please answer by \w+ \d+, \d{4}\.$/)
      .waitFor();
    await region(page).getByText('No picture of the work was added.').waitFor();
    await yes(page).focus();
    await page.keyboard.press('Enter');
    const thanks = 'Thank you. You confirmed that it is fixed.';
    await page.getByRole('dialog').getByRole('status').getByText(thanks, { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(thanks);
    expect(await region(page).count()).toBe(0);
    const history = page.getByRole('dialog').getByRole('list', { name: 'History' }).getByRole('listitem');
    await expect.poll(() => history.last().textContent()).toMatch(/Confirmed that it is fixed/);
    expect(await history.last().textContent()).toMatch(/\d+ \w+ \d{4}, \d\d:\d\d The reporter/);
    await page.keyboard.press('Escape');
    await expect.poll(() => handle.evaluate((button) => button === document.activeElement)).toBe(true);
    await cardOf(page, light).getByText('Confirmed by the reporter', { exact: true }).waitFor();
    await page.getByText('1 report waits for your answer', { exact: true }).waitFor();
    expect(await cardOf(page, light).getByText('Waiting for your answer').count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('a key that is held as the details open answers nothing; an answer that fails once they are closed is said above the list', async () => {
    const { page, context } = await begin([light]);
    await page.getByRole('button', { name: light }).focus();
    await page.keyboard.down('Enter');
    await yes(page).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('DIALOG');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.reload();
    await page.getByText('1 report waits for your answer', { exact: true }).waitFor();

    const { promise: sent, resolve } = Promise.withResolvers<Route>();
    await page.route('**/reports/*/closure', (route) =>
      route.request().method() === 'POST' ? resolve(route) : route.continue(),
    );
    await page.getByRole('button', { name: light }).click();
    await yes(page).click();
    const held = await sent;
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await held.abort();
    await page.getByRole('alert').filter({ hasText: 'Your answer could not be sent. Please try again.' }).waitFor();
    await context.close();
  });

  it('nothing typed is lost: a missing reason, a failed call, closed details', async () => {
    const { page, context } = await begin([light]);
    await page.getByRole('button', { name: light }).click();
    await no(page).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('dialog').getByRole('alert').getByText('Say what is not fixed.').waitFor();
    expect(await reason(page).getAttribute('required')).not.toBeNull();
    await reason(page).fill('The lamp is still dark.');
    await page.route('**/reports/*/closure', (route) => route.abort());
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('Your answer could not be sent. Please try again.').waitFor();
    await page.keyboard.press('Escape');
    await page.unrouteAll();
    await page.getByRole('button', { name: light }).click();
    expect(await reason(page).inputValue()).toBe('The lamp is still dark.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you. Your report is open again.', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await cardOf(page, light).getByText('The reporter says it is not fixed', { exact: true }).waitFor();
    await cardOf(page, light).getByText('Open', { exact: true }).waitFor();
    expect(await page.getByText(/wait.? for your answer/).count()).toBe(0);
    await context.close();
  });

  it('answered in another tab, or over, meanwhile: the details say so, before a press and after one', async () => {
    const { page, context, token, idOf } = await begin([light, walkway]);
    await page.clock.install();
    await cardOf(page, walkway).getByText('Waiting for your answer', { exact: true }).waitFor();
    let letArrive = await holdLists(page);
    await page.getByRole('button', { name: light }).click();
    await no(page).click();
    await reason(page).fill('It flickers.');
    await answerClosure(portal, token, { id: idOf(light) });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('It was answered already.', { exact: true }).waitFor();
    await page.getByText('The answer was: Yes, it is fixed').waitFor();
    await page.getByText('It flickers.', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    letArrive();
    await cardOf(page, light).getByText('Confirmed by the reporter', { exact: true }).waitFor();

    letArrive = await holdLists(page);
    await page.getByRole('button', { name: walkway }).click();
    await yes(page).waitFor();
    await changeReport(portal, office, idOf(walkway), { status: 'In Progress' });
    await yes(page).click();
    await page.getByText('The time to answer is over.', { exact: true }).waitFor();
    letArrive();
    await page.getByRole('dialog').getByText('In Progress', { exact: true }).waitFor();
    await changeReport(portal, office, idOf(walkway), { status: 'Closed' });
    await page.clock.runFor(31_000);
    await yes(page).waitFor();
    await answerClosure(portal, token, { id: idOf(walkway) }, 'A slab is loose.');
    await page.clock.runFor(31_000);
    await page.getByText('It was answered already.', { exact: true }).waitFor();
    await page.getByRole('dialog').getByRole('status').getByText('A slab is loose.', { exact: true }).waitFor();
    await context.close();
  });

  it('everybody sees what the reporter said, and is asked nothing', async () => {
    const { context, token, idOf } = await begin([light]);
    await answerClosure(portal, token, { id: idOf(light) }, 'Still dark.');
    await context.close();
    const neighbour = await begin([]);
    await neighbour.page.goto(`${portal.portal}/userDashboard?tab=AllRequests`);
    const theirs = cardOf(neighbour.page, light).filter({ hasText: tehsil }).first();
    await theirs.getByText('The reporter says it is not fixed', { exact: true }).waitFor();
    await theirs.click();
    await neighbour.page.getByRole('dialog').getByText('The reporter says it is not fixed', { exact: true }).waitFor();
    expect(await neighbour.page.getByText('Still dark.').count()).toBe(0);
    expect(await region(neighbour.page).count()).toBe(0);
    await neighbour.context.close();
  });
});

describe.each([
  { width: 320, height: 700 },
  { width: 3840, height: 2160 },
])('at %j', (viewport) => {
  it('the question looks right, at 320 px by night, too', async () => {
    const { page, context } = await begin([light], viewport);
    const wrong: unknown[] = [];
    const look = async () => wrong.push(...(await wrongWith(page, viewport.width === 320)));
    await page.getByText('1 report waits for your answer').waitFor();
    await look();
    await page.getByRole('button', { name: light }).click();
    await region(page)
      .getByText(/^Please answer by/)
      .waitFor();
    await no(page).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await look();
    expect(wrong).toEqual([]);
    await context.close();
  });
});
