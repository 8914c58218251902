/** The administrator's edit dialog: what is sent, what is shown meanwhile, failures, two administrators at once, live lists. */
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { cardOf, newTehsil, type Office, openEdit, openOffice, startOffice } from '../../testing/admins.ts';
import { call, join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { changeReport, type Report, submitReport } from '../../testing/reports.ts';

const { portal, browser, jpeg } = await startJourney();
const dashboard = `${portal.portal}/adminDashboard`;
let office: Office['office'];
let report: Office['report'];
beforeAll(async () => {
  ({ office, report } = await startOffice(portal, jpeg));
});

const badge = (page: Page, road: string, status: string) => cardOf(page, road).getByText(status, { exact: true });
const stateOf = async ({ id }: Report) => {
  const rows = await call<{ id: string; status: string; schedule: string | null }[]>(portal, '/adminrequests', {
    token: office,
  });
  const row = rows.find((one) => one.id === id);
  return [row?.status, row?.schedule];
};

/** Holds what is sent to save until it is let go, with an answer of its own or the portal's. */
async function holdSave(page: Page) {
  const { promise: held, resolve } = Promise.withResolvers<Route>();
  await page.route('**/reports/*', resolve, { times: 1 });
  return { held };
}

describe('at 375 px', () => {
  const width = 375;

  it('shows the report, sends status and schedule, and shows the change at once', async () => {
    const road = `Edit Road ${width}`;
    const made = await report(road);
    await changeReport(portal, office, made.id, { schedule: '2027-03-05' });
    const { page, context, faults } = await openOffice(browser, portal, office, width);
    await page.goto(`${dashboard}?filter=pending`);
    const dialog = await openEdit(page, road);
    const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Karachi', dateStyle: 'short' }).format(new Date());
    const [d, m, y] = day.split('/');
    for (const text of ['Water Supply Problem', road, 'Sana Khan', `${d}-${m}-${y}`, 'No water since the morning.'])
      await dialog.getByText(text, { exact: true }).waitFor();
    await dialog.getByRole('img').waitFor();
    expect(await dialog.getByLabel('Status').locator('option').allInnerTexts()).toEqual([
      'Open',
      'In Progress',
      'Closed',
      'Dropped',
    ]);
    expect(await dialog.getByLabel('Schedule On').inputValue()).toBe('2027-03-05');

    const { held } = await holdSave(page);
    await dialog.getByLabel('Status').selectOption('In Progress');
    await dialog.getByLabel('Schedule On').fill('');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    const busy = dialog.getByRole('button', { name: 'Saving...' });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    await badge(page, road, 'In Progress').waitFor();
    expect((await held).request().postDataJSON()).toEqual({ status: 'In Progress', schedule: null });
    await (await held).continue();
    await dialog.waitFor({ state: 'detached' });
    await cardOf(page, road).waitFor({ state: 'detached' });
    expect(await stateOf(made)).toEqual(['In Progress', null]);
    expect(faults).toEqual([]);
    await context.close();
  });
});

it('a date that is not whole is not taken for an empty one', async () => {
  const made = await report('Half Road');
  await changeReport(portal, office, made.id, { schedule: '2027-03-05' });
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(dashboard);
  const dialog = await openEdit(page, 'Half Road');
  await dialog.getByLabel('Schedule On').focus();
  await page.keyboard.press('Backspace');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByText('Fill in a whole date, or empty the field.').waitFor();
  expect(await stateOf(made)).toEqual(['Open', '2027-03-05']);
  await context.close();
});

it('a failing save is taken back and said quietly, and nothing typed is lost', async () => {
  const made = await report('Failing Road');
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(dashboard);
  const dialog = await openEdit(page, 'Failing Road');
  const { held } = await holdSave(page);
  await dialog.getByLabel('Status').selectOption('Dropped');
  await dialog.getByLabel('Schedule On').fill('2027-04-06');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await badge(page, 'Failing Road', 'Dropped').waitFor();
  await (await held).fulfill({ status: 503 });
  await dialog
    .getByRole('status')
    .getByText(/could not be saved/)
    .waitFor();
  await badge(page, 'Failing Road', 'Open').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await dialog.getByLabel('Status').inputValue()).toBe('Dropped');
  expect(await dialog.getByLabel('Schedule On').inputValue()).toBe('2027-04-06');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save Changes');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await stateOf(made)).toEqual(['Dropped', '2027-04-06']);
  await context.close();
});

it('one that fails after the dialog was closed can be taken up again', async () => {
  await report('Hasty Road');
  const { page, context } = await openOffice(browser, portal, office, 375);
  await page.goto(dashboard);
  const dialog = await openEdit(page, 'Hasty Road');
  const { held } = await holdSave(page);
  await dialog.getByLabel('Status').selectOption('Closed');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await badge(page, 'Hasty Road', 'Closed').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await (await held).abort();
  await page.getByRole('status').getByText('The changes of Water Supply Problem could not be saved.').waitFor();
  await badge(page, 'Hasty Road', 'Open').waitFor();
  await page.getByRole('button', { name: 'Edit again' }).click();
  expect(await dialog.getByLabel('Status').inputValue()).toBe('Closed');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await badge(page, 'Hasty Road', 'Closed').waitFor();
  await context.close();
});

it('so can each of two that fail after their dialogs were closed', async () => {
  const names = ['Former Road', 'Latter Road'];
  for (const road of names) await report(road);
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(dashboard);
  const sent: Route[] = [];
  for (const road of names) {
    const dialog = await openEdit(page, road);
    const { held } = await holdSave(page);
    await dialog.getByLabel('Status').selectOption('In Progress');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    sent.push(await held);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  for (const route of sent) await route.abort();
  const roads: string[] = [];
  for (const _ of sent) {
    await page.getByRole('button', { name: 'Edit again' }).click();
    const dialog = page.getByRole('dialog');
    roads.push(await dialog.getByText(/^(Former|Latter) Road$/).innerText());
    expect(await dialog.getByLabel('Status').inputValue()).toBe('In Progress');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  expect(roads.sort()).toEqual(names);
  await context.close();
});

it('also from another list, which was chosen meanwhile', async () => {
  await report('Absent Road');
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(dashboard);
  const dialog = await openEdit(page, 'Absent Road');
  const { held } = await holdSave(page);
  await dialog.getByLabel('Status').selectOption('In Progress');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  const sent = await held;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Dropped Reports/ }).click();
  await cardOf(page, 'Absent Road').waitFor({ state: 'detached' });
  await sent.abort();
  await page.getByRole('button', { name: 'Edit again' }).click();
  expect(await dialog.getByLabel('Status').inputValue()).toBe('In Progress');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^All Requests/ }).click();
  await badge(page, 'Absent Road', 'In Progress').waitFor();
  await context.close();
});

describe("another administrator's change is not overwritten unseen", () => {
  async function meet(road: string) {
    const made = await report(road);
    const opened = await openOffice(browser, portal, office);
    await opened.page.goto(dashboard);
    const dialog = await openEdit(opened.page, road);
    await changeReport(portal, office, made.id, { status: 'In Progress', schedule: '2027-03-05' });
    await dialog.getByLabel('Status').selectOption('Closed');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    const said = dialog.getByRole('status');
    await said.getByText('In Progress, scheduled on March 5, 2027').waitFor();
    await said.getByText('Closed, not scheduled').waitFor();
    expect(await stateOf(made)).toEqual(['In Progress', '2027-03-05']);
    expect(await dialog.getByLabel('Status').inputValue()).toBe('Closed');
    await badge(opened.page, road, 'In Progress').waitFor();
    return { ...opened, dialog, made };
  }

  it('after it was seen, it may be overwritten', async () => {
    const { dialog, context, made } = await meet('Mine Road');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stateOf(made)).toEqual(['Closed', null]);
    await context.close();
  });

  it('after it was seen, it may be taken over', async () => {
    const { page, dialog, context, made } = await meet('Theirs Road');
    await dialog.getByRole('button', { name: 'Take theirs' }).click();
    expect(await dialog.getByLabel('Status').inputValue()).toBe('In Progress');
    expect(await dialog.getByLabel('Schedule On').inputValue()).toBe('2027-03-05');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stateOf(made)).toEqual(['In Progress', '2027-03-05']);
    await context.close();
  });
});

it('by keyboard alone, a report is closed, and the focus goes to the card that takes its place', async () => {
  const place = await newTehsil(portal);
  const writer = await join(portal, people.newResident(place.tehsil));
  for (const location of ['Third Road', 'Second Road', 'First Road'])
    await submitReport(portal, writer, jpeg, { location });
  const { page, context, faults } = await openOffice(browser, portal, place.office);
  await page.goto(`${dashboard}?filter=pending`);
  await cardOf(page, 'Third Road').waitFor();
  await page.getByRole('button', { name: 'Print list' }).focus();
  const isOnCard = () => page.evaluate(() => document.activeElement?.closest('article') !== null);
  while (!(await isOnCard())) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  while ((await focused()) !== 'Edit') await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Status').waitFor();
  await page.keyboard.type('Cl');
  expect(await dialog.getByLabel('Status').inputValue()).toBe('Closed');
  while ((await focused()) !== 'Save Changes') await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await cardOf(page, 'Second Road').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('li')?.innerText)).toMatch(/Third Road/);
  await people.expectText(page, '2 Reports');
  expect(faults).toEqual([]);
  await context.close();
});

it('the open list follows what others do; new reports wait while one is further down', async () => {
  const place = await newTehsil(portal);
  const writer = await join(portal, people.newResident(place.tehsil));
  for (const location of ['Third Road', 'Second Road', 'First Road'])
    await submitReport(portal, writer, jpeg, { location });
  const { page, context, faults } = await openOffice(browser, portal, place.office, 375);
  await page.clock.install();
  await page.goto(dashboard);
  await cardOf(page, 'Third Road').waitFor();
  const { id } = await submitReport(portal, writer, jpeg, { location: 'New Road' });
  await changeReport(portal, place.office, id, { status: 'Closed' });
  await page.clock.runFor(31_000);
  await badge(page, 'New Road', 'Closed').waitFor();
  await people.expectText(page, '4 Reports');
  await people.expectText(page, '1 Completed');
  await page.getByText(/^The list changed at \d\d:\d\d\.$/).waitFor();

  await page.mouse.move(180, 500);
  await page.mouse.wheel(0, 1200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(400);
  await page.waitForFunction(() => document.getAnimations().length === 0);
  const place0 = await cardOf(page, 'Third Road').boundingBox();
  await submitReport(portal, writer, jpeg, { location: 'Newest Road' });
  await page.clock.runFor(31_000);
  await page.getByRole('status').getByText('New reports: 1').waitFor();
  expect(await cardOf(page, 'Newest Road').count()).toBe(0);
  expect(await cardOf(page, 'Third Road').boundingBox()).toEqual(place0);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await cardOf(page, 'Newest Road').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  expect(faults).toEqual([]);
  await context.close();
});
