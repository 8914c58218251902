import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newTehsil, openOffice } from '../../testing/admins.ts';
import { call } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { watchShifts, wrongWith } from '../../testing/looks.ts';
import { openPage } from '../../testing/people.ts';

const { portal, browser } = await startJourney();

const rowOf = (page: Page, issue: string) => page.getByRole('row', { name: issue });
const daysOf = (page: Page, issue: string) => rowOf(page, issue).getByLabel('Working days');
const save = (page: Page, issue: string) => rowOf(page, issue).getByRole('button', { name: 'Save' }).click();
const deadlineOf = async (tehsil: string, issue: string) => {
  const all = await call<{ issue: string; days: number }[]>(
    portal,
    `/api/deadlines?${new URLSearchParams({ tehsil })}`,
  );
  return all.find((one) => one.issue === issue)?.days;
};

async function openSettings(width = 1280) {
  const { tehsil, office } = await newTehsil(portal);
  const { page, context, faults } = await openOffice(browser, portal, office, width);
  await watchShifts(context);
  await page.goto(`${portal.portal}/adminSettings`);
  await page.getByLabel('Working days').first().waitFor();
  return { tehsil, office, page, context, faults };
}

it('is for administrators alone, whom the sign-in leads back to it', async () => {
  const { head } = await newTehsil(portal);
  const { page, context } = await openPage(browser);
  await page.goto(`${portal.portal}/adminSettings`);
  await page.waitForURL('**/adminsignin');
  await page.getByLabel('Email').fill(head.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(head.password);
  await page.getByRole('button', { name: 'Sign In as Admin' }).click();
  await page.waitForURL('**/adminSettings');
  await context.close();
});

it('from the dashboard and back, a deadline is changed', async () => {
  const { tehsil, page, context, faults } = await openSettings();
  await page.goto(`${portal.portal}/adminDashboard`);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect.poll(() => daysOf(page, 'Street Lights Repair').inputValue()).toBe('3');
  for (const wrong of ['0', '366', 'two', '']) {
    await daysOf(page, 'Street Lights Repair').fill(wrong);
    await save(page, 'Street Lights Repair');
    await rowOf(page, 'Street Lights Repair').getByText('Fill in a whole number from 1 to 365.').waitFor();
    expect(await daysOf(page, 'Street Lights Repair').inputValue()).toBe(wrong);
  }
  expect(await deadlineOf(tehsil, 'Street Lights Repair')).toBe(3);
  await daysOf(page, 'Street Lights Repair').fill('5');
  await save(page, 'Street Lights Repair');
  await rowOf(page, 'Street Lights Repair').getByText('Saved.').waitFor();
  expect(await deadlineOf(tehsil, 'Street Lights Repair')).toBe(5);
  expect(faults).toEqual([]);
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await page.waitForURL('**/adminDashboard*');
  await context.close();
});

/** Saves the days for sidewalks, which another administrator has set to 12 meanwhile; the page says so. */
async function saveAfterAnother(page: Page, office: string) {
  const json = { issue: 'Side Walk Repair', days: 12 };
  await call(portal, '/api/deadlines', { method: 'PUT', token: office, json });
  await save(page, json.issue);
  await rowOf(page, json.issue).getByText('Somebody else set this to 12. Save replaces it.').waitFor();
}

it('nothing typed is lost: where another administrator was first, during a save, and where one fails', async () => {
  const { tehsil, office, page, context } = await openSettings();
  await daysOf(page, 'Side Walk Repair').fill('20');
  await saveAfterAnother(page, office);
  expect(await deadlineOf(tehsil, 'Side Walk Repair')).toBe(12);
  expect(await daysOf(page, 'Side Walk Repair').inputValue()).toBe('20');
  await save(page, 'Side Walk Repair');
  await rowOf(page, 'Side Walk Repair').getByText('Saved.').waitFor();
  expect(await deadlineOf(tehsil, 'Side Walk Repair')).toBe(20);

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/deadlines', (route) => released.then(() => route.continue()));
  await daysOf(page, 'Water Supply Problem').fill('20');
  await save(page, 'Water Supply Problem');
  await daysOf(page, 'Water Supply Problem').fill('25');
  release();
  await expect.poll(() => deadlineOf(tehsil, 'Water Supply Problem')).toBe(20);
  await save(page, 'Water Supply Problem');
  await rowOf(page, 'Water Supply Problem').getByText('Saved.').waitFor();
  expect(await deadlineOf(tehsil, 'Water Supply Problem')).toBe(25);
  await page.unroute('**/api/deadlines');

  await page.route('**/api/deadlines', (route) => route.fulfill({ status: 503, json: { status: 503 } }));
  await daysOf(page, 'Trash : Street dust').fill('4');
  await save(page, 'Trash : Street dust');
  await rowOf(page, 'Trash : Street dust').getByText('The change was not taken.').waitFor();
  expect(await daysOf(page, 'Trash : Street dust').inputValue()).toBe('4');
  await page.unroute('**/api/deadlines');
  await save(page, 'Trash : Street dust');
  await rowOf(page, 'Trash : Street dust').getByText('Saved.').waitFor();
  await context.close();
});

it('a number that is saved as it was shown stays, too, where somebody else set another', async () => {
  const { tehsil, office, page, context } = await openSettings();
  const shown = await daysOf(page, 'Side Walk Repair').inputValue();
  await saveAfterAnother(page, office);
  expect(await daysOf(page, 'Side Walk Repair').inputValue()).toBe(shown);
  await save(page, 'Side Walk Repair');
  await rowOf(page, 'Side Walk Repair').getByText('Saved.').waitFor();
  expect(await deadlineOf(tehsil, 'Side Walk Repair')).toBe(Number(shown));
  await context.close();
});

it('holidays of a year: estimated ones say so, one is added and one removed', async () => {
  const { tehsil, page, context, faults } = await openSettings();
  const list = page.getByRole('list', { name: 'Holidays' });
  await list.getByText('Estimated').first().waitFor();
  const next = String(new Date().getUTCFullYear() + 1);
  await page.getByRole('button', { name: 'Add Holiday' }).click();
  await page.getByText('Name is required.').first().waitFor();
  await page.getByLabel('Day', { exact: true }).fill(`${next}-04-07`);
  await page.getByLabel('Name').fill('Day of the canal');
  await page.getByRole('button', { name: 'Add Holiday' }).click();
  const added = list.getByRole('listitem').filter({ hasText: 'Day of the canal' });
  await added.getByText(`April 7, ${next}`).waitFor();
  expect(await page.getByLabel('Year').inputValue()).toBe(next);
  expect(await added.innerText()).not.toContain('Estimated');
  await page.getByText('Saved.').waitFor();

  await added.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => added.count()).toBe(0);
  const kept = await call<{ name: string }[]>(portal, `/api/holidays?${new URLSearchParams({ tehsil, year: next })}`);
  expect(kept.map(({ name }) => name)).not.toContain('Day of the canal');
  expect(faults).toEqual([]);
  await context.close();
});

it('one holiday more than there can be: the page says what to do, where it is added and where one is taken away', async () => {
  const { page, context } = await openSettings();
  const json = { status: 422, code: 'too_many_holidays' };
  await page.route('**/api/holidays', (route) => route.fulfill({ status: 422, json }));
  const said = page.getByText('First remove one that your office added.');
  const list = page.getByRole('list', { name: 'Holidays' });
  await list.getByRole('button', { name: 'Remove' }).first().click();
  await list.locator(said).waitFor();
  await page.getByLabel('Day', { exact: true }).fill(`${new Date().getUTCFullYear()}-04-07`);
  await page.getByLabel('Name').fill('Day of the canal');
  await page.getByRole('button', { name: 'Add Holiday' }).click();
  await page.getByRole('alert').locator(said).waitFor();
  await context.close();
});

it.each([320, 1280])('nothing is wrong with its looks at %i px', async (width) => {
  const { page, context } = await openSettings(width);
  await page.getByRole('list', { name: 'Holidays' }).getByRole('listitem').first().waitFor();
  await daysOf(page, 'Trash : Street dust').fill('0');
  await save(page, 'Trash : Street dust');
  await page.getByRole('button', { name: 'Add Holiday' }).click();
  expect(await wrongWith(page, width === 1280)).toEqual([]);
  await context.close();
});
