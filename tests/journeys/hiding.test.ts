/** Reports that harm somebody: hidden and shown again, their picture removed. */
import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { drawPicture } from '../../services/files/testing/photos.ts';
import { cardOf, openDetails, openEdit, openOffice, startOffice } from '../../testing/admins.ts';
import { call } from '../../testing/calls.ts';
import { addProof } from '../../testing/closures.ts';
import { startJourney } from '../../testing/journey.ts';
import { openResident } from '../../testing/reports.ts';

const { portal, browser, jpeg } = await startJourney();
const { office, resident, report } = await startOffice(portal, jpeg);
const statusOf = async (image: string) => (await fetch(`${portal.portal}/${image}`)).status;

it('a report is hidden with a reason, which its reporter reads beside the picture; then it is shown again', async () => {
  const made = await report('Hidden Road');
  const { page, context, faults } = await openOffice(browser, portal, office);
  await page.goto(`${portal.portal}/adminDashboard`);
  const dialog = await openDetails(page, 'Hidden Road');
  // Screen readers announce what comes into a region that is there already.
  expect(await dialog.getByRole('region', { name: 'Harmful content' }).getByRole('status').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Hide report' }).click();
  const reason = dialog.getByLabel('Reason');
  expect(await reason.evaluate((field) => field === document.activeElement)).toBe(true);
  await dialog.getByRole('button', { name: 'Hide report' }).click();
  await dialog.getByText('Write the reason first.').waitFor();
  await page.route('**/hidden', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await reason.fill('It shows a face.');
  await dialog.getByRole('button', { name: 'Hide report' }).click();
  await dialog.getByText('It could not be saved. Nothing you wrote is lost: try again.').waitFor();
  expect(await reason.inputValue()).toBe('It shows a face.');
  await dialog.getByRole('button', { name: 'Hide report' }).click();
  await dialog.getByText('The report is hidden.').waitFor();
  const show = dialog.getByRole('button', { name: 'Show report' });
  await expect.poll(() => show.evaluate((button) => button === document.activeElement)).toBe(true);
  await dialog.getByText('Hidden: It shows a face.').waitFor();
  await dialog.getByRole('img', { name: 'Before' }).waitFor();
  await expect.poll(() => statusOf(made.image)).toBe(404);

  const { page: own } = await openResident(browser, portal, resident, 320);
  await own.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  const card = own.getByRole('article').filter({ hasText: 'Hidden Road' });
  await card.getByText('Hidden', { exact: true }).waitFor();
  await card.getByRole('button').click();
  await own.getByRole('dialog').getByText('Hidden: It shows a face.').waitFor();
  const picture = own.getByRole('dialog').getByRole('img', { name: 'Before' });
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await own.context().close();

  await show.click();
  await dialog.getByText('The report is shown again.').waitFor();
  await expect.poll(() => statusOf(made.image)).toBe(200);
  expect(faults.filter((fault) => !fault.includes('503'))).toEqual([]);
  await context.close();
});

it('one that waits for its answer shows its reporter the pictures all the same', async () => {
  const { id } = await report('Closed Road');
  await call(portal, `/reports/${id}`, { method: 'PUT', token: office, json: { status: 'Closed' } });
  const json = { hidden: true, reason: 'It shows a face.' };
  await call(portal, `/reports/${id}/hidden`, { method: 'PUT', token: office, json });
  const { page: own } = await openResident(browser, portal, resident);
  await own.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  const dialog = await openDetails(own, 'Closed Road');
  const asked = dialog.getByRole('region', { name: 'Is it fixed?' });
  await asked.getByText('Hidden: It shows a face.').waitFor();
  const picture = asked.getByRole('img', { name: 'Before' });
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);

  await own.route('**/reports/*/image', (route) => route.fulfill({ status: 404, json: {} }));
  await own.reload();
  await openDetails(own, 'Closed Road');
  await asked.getByText('The picture could not be loaded.').waitFor();
  await own.context().close();
});

it('a picture of the work that waits for the closing of a hidden report is only spoken of', async () => {
  const made = await report('Waiting Road');
  await addProof(portal, office, made, await drawPicture(1));
  const json = { hidden: true, reason: 'It shows a face.' };
  await call(portal, `/reports/${made.id}/hidden`, { method: 'PUT', token: office, json });
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(`${portal.portal}/adminDashboard`);
  const dialog = await openEdit(page, 'Waiting Road');
  await dialog.getByLabel('Status').selectOption('Closed');
  await dialog.getByText('A picture was sent already. It is used unless you choose another.').waitFor();
  expect(await dialog.getByRole('img').count()).toBe(0);
  await context.close();
});

it.each([
  ['', 'Removed Road'],
  [', also where the report cannot be read then', 'Blank Road'],
])('a picture is removed for good, once a reason is given%s', async (unread, road) => {
  const made = await report(road);
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(`${portal.portal}/adminDashboard`);
  const dialog = await openDetails(page, road);
  const remove = dialog.getByRole('button', { name: 'Remove picture' });
  await remove.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await remove.click();
  await dialog.getByText('Remove this picture for good? It cannot be brought back.').waitFor();
  await dialog.getByLabel('Reason').fill('It shows a child.');
  if (unread) await page.route('**/reports/*', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await remove.click();
  await dialog.getByText('The picture is removed.').waitFor();
  await dialog.getByText('No Image').waitFor();
  expect(await remove.count()).toBe(0);
  await expect.poll(() => statusOf(made.image)).toBe(410);
  await page.keyboard.press('Escape');
  await cardOf(page, road).getByText('No Image').waitFor();
  await context.close();
});

it('a slow hiding that was cancelled closes no question that was opened meanwhile', async () => {
  await report('Slow Road');
  const { page, context } = await openOffice(browser, portal, office);
  const { promise: sent, resolve } = Promise.withResolvers<Route>();
  await page.route('**/hidden', resolve, { times: 1 });
  await page.goto(`${portal.portal}/adminDashboard`);
  const dialog = await openDetails(page, 'Slow Road');
  const hide = dialog.getByRole('button', { name: 'Hide report' });
  await hide.click();
  await dialog.getByLabel('Reason').fill('It shows a face.');
  await hide.click();
  const held = await sent;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Remove picture' }).click();
  const reason = dialog.getByLabel('Reason');
  await expect.poll(() => reason.inputValue()).toBe('');
  await held.continue();
  await dialog.getByText('The report is hidden.').waitFor();
  expect(await reason.count()).toBe(1);
  await context.close();
});

it('a reason that could not be sent after the details were closed is there again', async () => {
  await report('Lost Road');
  const { page, context } = await openOffice(browser, portal, office);
  const { promise: sent, resolve } = Promise.withResolvers<Route>();
  await page.route('**/hidden', resolve, { times: 1 });
  await page.goto(`${portal.portal}/adminDashboard`);
  const dialog = await openDetails(page, 'Lost Road');
  const hide = dialog.getByRole('button', { name: 'Hide report' });
  const reason = dialog.getByLabel('Reason');
  await hide.click();
  await reason.fill('It shows a face.');
  await hide.click();
  const held = await sent;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await held.abort();
  await page.getByRole('button', { name: 'Edit again' }).click();
  await hide.click();
  expect(await reason.inputValue()).toBe('It shows a face.');
  await hide.click();
  await dialog.getByText('The report is hidden.').waitFor();
  await context.close();
});
