/** Neighbours: several have the same problem, and support one report; the office marks reports that say the same. */
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { cardOf, joinStaff, newTehsil, openOffice } from '../../testing/admins.ts';
import { call, join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { wrongByDay } from '../../testing/looks.ts';
import { mailWith } from '../../testing/mailbox.ts';
import { newResident } from '../../testing/people.ts';
import { changeReport, openResident, submitReport } from '../../testing/reports.ts';
import { latinWordsOn, namedIn, readInUrdu } from '../../testing/urdu-pages.ts';
import { openForm } from '../../testing/waiting.ts';

const { portal, browser, jpeg } = await startJourney();

const lamp = { issue: 'Street Lights Repair', location: 'Canal Road, second bridge' };

async function town() {
  const { tehsil, office } = await newTehsil(portal);
  const [first, second] = [newResident(tehsil), newResident(tehsil)];
  const tokens = [await join(portal, first), await join(portal, second)] as const;
  const report = await submitReport(portal, tokens[0], jpeg, lamp);
  return { tehsil, office, first, second, tokens, report };
}

const near = (page: Page) => page.getByRole('region', { name: 'Is it already reported?' });
const mine = (page: Page) => page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);

/** Writes a report as far as others may have the same problem. */
async function write(page: Page, location: string) {
  await page.goto(`${portal.portal}/newrequest`);
  await page.getByLabel('Issue Type').selectOption(lamp.issue);
  await page.getByLabel('Location').fill(location);
}

it('who has the same problem supports the report of a neighbour, gets its news, and ends it again', async () => {
  const { office, first, second, report } = await town();
  const { page: theirs } = await openResident(browser, portal, second, 320);
  await write(theirs, 'canal road second bridge');
  await near(theirs).getByText('Reported today').waitFor();
  expect(await near(theirs).getByText('Supported by').count()).toBe(0);
  expect(await wrongByDay(theirs)).toEqual([]);
  await near(theirs).getByRole('button', { name: 'This is it' }).click();
  const said = near(theirs).getByRole('status').filter({ hasText: 'You support this report now.' });
  await said.getByRole('link', { name: report.reference }).waitFor();
  await near(theirs).getByText('Supported by 1').waitFor();
  expect(await theirs.getByLabel('Location').inputValue()).toBe('canal road second bridge');
  await near(theirs).getByRole('button', { name: 'Mine is another' }).click();
  await near(theirs).waitFor({ state: 'detached' });
  await expect.poll(() => theirs.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('description');
  const askedAgain = theirs.waitForResponse(/\/api\/nearby/);
  await theirs.getByLabel('Location').fill('canal road, the second bridge');
  expect(await (await askedAgain).json()).toHaveLength(1);
  expect(await near(theirs).count()).toBe(0);

  const record = await theirs.context().newPage();
  await record.goto(`${portal.portal}/r/${report.reference}`);
  await record.getByText('Supported by 1', { exact: true }).waitFor();
  expect(await record.getByText('Supported by').count()).toBe(1);
  await record.close();

  const { page: own } = await openResident(browser, portal, first);
  await mine(own);
  await cardOf(own, lamp.location).getByText('Supported by 1').waitFor();
  await cardOf(own, lamp.location).getByRole('button').click();
  await own.getByRole('dialog').getByText('Supported by 1').waitFor();
  expect(await own.getByRole('heading', { name: 'Reports you support' }).count()).toBe(0);
  await own.context().close();

  await changeReport(portal, office, report.id, { status: 'In Progress' });
  const subject = new RegExp(`^A report that you support, ${report.reference}, is now In Progress$`);
  await mailWith(portal.mailbox, second.email, subject);

  await mine(theirs);
  const section = theirs.getByRole('region', { name: 'Reports you support' });
  await section.getByText('In Progress').waitFor();
  expect(await wrongByDay(theirs)).toEqual([]);
  await section.getByRole('button', { name: lamp.issue }).click();
  await theirs.getByRole('dialog').getByText(report.reference).waitFor();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await section.getByRole('button', { name: 'Stop supporting' }).click();
  await section.getByText(`You do not support ${report.reference} any more.`).waitFor();
  expect(await section.getByRole('article').count()).toBe(0);
  const [row] = await call<{ supports: number }[]>(portal, '/adminrequests', { token: office });
  expect(row?.supports).toBe(0);
  await theirs.context().close();
});

it('whether one supports a report near by is read again when the form is opened again', async () => {
  const { second, tokens, report } = await town();
  const support = (method: 'PUT' | 'DELETE') =>
    call(portal, `/reports/${report.id}/support`, { method, token: tokens[1] });
  await support('PUT');
  const { page } = await openResident(browser, portal, second);
  await write(page, lamp.location);
  await near(page).getByText('You support this report now.').waitFor();
  await page.getByRole('link', { name: 'Back to your dashboard' }).click();
  await support('DELETE');
  await openForm(page);
  await near(page).getByRole('button', { name: 'This is it' }).waitFor();
  await page.context().close();
});

it('who supports two reports and ends one is told at once, and the focus is on the other', async () => {
  const { second, tokens, report } = await town();
  const other = await submitReport(portal, tokens[0], jpeg, { ...lamp, location: 'Mill Lane' });
  for (const { id } of [report, other])
    await call(portal, `/reports/${id}/support`, { method: 'PUT', token: tokens[1] });
  const { page } = await openResident(browser, portal, second);
  await mine(page);
  const section = page.getByRole('region', { name: 'Reports you support' });
  await expect.poll(() => section.getByRole('article').count()).toBe(2);
  // The list is not read again so soon.
  await page.route('**/api/supported?*', () => new Promise(() => {}));
  const ended = section.getByRole('article').filter({ hasText: 'Mill Lane' });
  await ended.getByRole('button', { name: 'Stop supporting' }).press('Enter');
  await section.getByText(`You do not support ${other.reference} any more.`).waitFor();
  await ended.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(lamp.issue);
  await page.context().close();
});

/** The supported reports are as once the time of their reporters is over. */
const letTimePass = (page: Page) =>
  page.route('**/api/supported?*', async (route) => {
    const response = await route.fetch();
    const rows = (await response.json()) as object[];
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, closure: 'unanswered' })) });
  });

it('what a supporter says of a closing that nobody answered is there again when the details are; that it failed is said above the list', async () => {
  const { second, tokens, report } = await town();
  await call(portal, `/reports/${report.id}/support`, { method: 'PUT', token: tokens[1] });
  const { page } = await openResident(browser, portal, second);
  await letTimePass(page);
  await mine(page);
  const section = page.getByRole('region', { name: 'Reports you support' });
  const handle = section.getByRole('button', { name: lamp.issue });
  await handle.click();
  await page.getByRole('dialog').getByRole('button', { name: 'No, it is not fixed' }).click();
  const reason = page.getByLabel('What is not fixed?');
  await reason.fill('It flickers.');
  await page.keyboard.press('Escape');
  await handle.click();
  expect(await reason.inputValue()).toBe('It flickers.');

  const { promise: sent, resolve } = Promise.withResolvers<Route>();
  await page.route('**/reports/*/closure', resolve);
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, it is fixed' }).click();
  const held = await sent;
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await held.abort();
  const said = section.getByRole('alert').filter({ hasText: 'Your answer could not be sent. Please try again.' });
  await said.getByText(report.reference).waitFor();
  // A list that is read again may be on its way.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
});

it('nobody is kept from reporting: a failure is quiet; in Urdu all is Urdu', async () => {
  const { second, tokens, report } = await town();
  await call(portal, `/reports/${report.id}/support`, { method: 'PUT', token: tokens[1] });
  const { page } = await openResident(browser, portal, second, 320);
  let asked = 0;
  await page.route('**/api/nearby?*', (route) => {
    asked += 1;
    return route.fulfill({ status: 503 });
  });
  await write(page, lamp.location);
  await expect.poll(() => asked).toBe(1);
  expect(await near(page).count()).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.unroute('**/api/nearby?*');

  await page.getByLabel('Location').fill('Canal Road, the second bridge');
  await near(page).getByText('You support this report now.').waitFor();
  await readInUrdu(page);
  const place = [...(await namedIn(portal)), lamp.location, 'Canal Road, the second bridge', report.reference, 'PDF'];
  expect(await latinWordsOn(page, place)).toEqual([]);
  expect(await wrongByDay(page)).toEqual([]);
  await page.context().close();
});

it('a clerk marks a report as a duplicate of one near by, which it follows, and undoes it', async () => {
  const { tehsil, office, tokens, second, report } = await town();
  const other = await submitReport(portal, tokens[1], jpeg, { ...lamp, location: 'Canal Road second bridge, lamp' });
  const elsewhere = await submitReport(portal, tokens[1], jpeg, { location: 'Mill Lane' });
  const clerk = await openOffice(browser, portal, await joinStaff(portal, office, tehsil, 'clerk'));
  const { page } = clerk;
  await page.goto(`${portal.portal}/adminDashboard`);
  await cardOf(page, 'lamp').getByRole('button').click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Duplicate of');
  const mark = dialog.getByRole('button', { name: 'Mark as duplicate' });
  await mark.click();
  await dialog.getByText('Fill in the reference of the other report.').waitFor();
  await field.fill(elsewhere.reference);
  await mark.click();
  await dialog.getByText('The other report has another type.').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await field.inputValue()).toBe(elsewhere.reference);
  expect(await wrongByDay(page)).toEqual([]);
  await dialog.getByRole('list', { name: 'Near by' }).getByRole('button', { name: report.reference }).click();
  expect(await field.inputValue()).toBe(report.reference);
  await mark.click();
  await dialog.getByText('It is marked as a duplicate.').waitFor();
  await dialog.getByRole('link', { name: report.reference }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  await mailWith(
    portal.mailbox,
    second.email,
    new RegExp(`^Your report ${other.reference} is the same as ${report.reference}$`),
  );
  expect(await wrongByDay(page)).toEqual([]);
  await changeReport(portal, office, report.id, { status: 'In Progress' });
  const statusOf = async () =>
    (await call<{ status: string }>(portal, `/reports/${other.id}`, { token: office })).status;
  expect(await statusOf()).toBe('In Progress');
  const undo = dialog.getByRole('button', { name: 'Not a duplicate' });
  await page.route('**/duplicate', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await undo.click();
  await dialog.getByRole('status').getByText('This could not be saved.').waitFor();
  await undo.click();
  await dialog.getByText('It is not a duplicate any more.').waitFor();
  await dialog.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await field.waitFor();
  await readInUrdu(page);
  await dialog.getByText('ایک ہی مسئلہ').waitFor();
  expect(clerk.faults.filter((fault) => !/422|503/.test(fault))).toEqual([]);
  await clerk.context.close();
});
