/** Crew at 320 px: the tasks that they are given, and what they send or cannot send of them. */
import type { Locator, Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { joinStaff, openDetails, openOffice, startOffice } from '../../testing/admins.ts';
import { adminTokenOf, call, idIn } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { wrongByDay } from '../../testing/looks.ts';
import { newResident } from '../../testing/people.ts';
import { changeReport } from '../../testing/reports.ts';

const { portal, browser, jpeg } = await startJourney();

/** The element that has the focus: `BODY` where it is lost. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

/** Each test has a report of its own, and a session of Karim's. */
const officeOfCrew = await startOffice(portal, jpeg);
const karim = { ...newResident(officeOfCrew.tehsil), firstName: 'Karim', lastName: 'Shah' };
await joinStaff(portal, officeOfCrew.office, karim, 'crew');
let tasks = 0;

/** Crew at 320 px with the details of a report open that is assigned to them. */
async function openTask() {
  const { office, report } = officeOfCrew;
  tasks += 1;
  const road = `Road ${tasks}.`;
  const { id } = await report(road);
  const crew = await adminTokenOf(portal, karim);
  const json = { assignee: idIn(crew) };
  await call(portal, `/reports/${id}/assignee`, { method: 'PUT', json, token: office });
  const opened = await openOffice(browser, portal, crew, 320);
  await opened.page.goto(`${portal.portal}/adminDashboard`);
  const dialog = await openDetails(opened.page, road);
  return { ...opened, dialog, office, road, id };
}

/** Writes a note where the details are open that cannot be sent yet, and closes them. */
async function keepNote(dialog: Locator, text: string) {
  await dialog.getByRole('button', { name: 'Add a note' }).click();
  await dialog.getByLabel('Add a note').fill(text);
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  await dialog.getByText('It is kept on this device').waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
}

it('crew work on their reports at 320 px: they begin, add a picture and a note, read no name, and write no report down', async () => {
  const { page, context, faults, dialog } = await openTask();
  await dialog.getByRole('button', { name: 'Start work' }).click();
  await dialog.getByText('The report is in progress.').waitFor();
  await expect.poll(() => focused(page)).toBe('DIALOG');
  await dialog.getByRole('button', { name: 'Add a note' }).click();
  await dialog.getByLabel('Add a note').fill('A ladder is needed.');
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  await dialog.getByText('A ladder is needed.').waitFor();
  await dialog.getByRole('button', { name: 'Add picture' }).click();
  await dialog
    .getByLabel('Picture of the finished work')
    .setInputFiles({ name: 'lamp.jpg', mimeType: 'image/jpeg', buffer: jpeg });
  const preview = dialog.getByRole('img', { name: 'Preview of lamp.jpg' });
  await preview.waitFor();
  for (const name of ['Add a note', 'Add picture']) await dialog.getByRole('button', { name, exact: true }).click();
  expect([await dialog.getByLabel('Add a note').isVisible(), await preview.isVisible()]).toEqual([false, false]);
  for (const name of ['Add a note', 'Add picture']) await dialog.getByRole('button', { name, exact: true }).click();
  await preview.waitFor();
  expect(await page.getByText('Sana Khan').count()).toBe(0);
  expect(await wrongByDay(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: /menu/i }).click();
  const entries = page.getByRole('navigation').getByRole('button');
  expect((await entries.allTextContents()).filter((text) => !/Logout/i.test(text))).toEqual([
    expect.stringContaining('My Tasks'),
  ]);
  expect(faults).toEqual([]);
  await page.goto(`${portal.portal}/adminCounter`);
  await page.getByText('Your role does not open this page.').waitFor();
  await context.close();
});

it('crew do not open again what the office has ended since they saw it', async () => {
  const { context, dialog, office, id } = await openTask();
  await changeReport(portal, office, id, { status: 'Closed' });
  await dialog.getByRole('button', { name: 'Start work' }).click();
  await dialog.getByText('Somebody else changed this report. It is shown as it is now.').waitFor();
  await dialog.getByText('Status: Closed').waitFor();
  expect(await dialog.getByRole('button', { name: 'Start work' }).count()).toBe(0);
  const history = await call<{ status: string }[]>(portal, `/reports/${id}/history`, { token: office });
  expect(history.at(-1)?.status).toBe('Closed');
  await context.close();
});

it('a picture whose sending crew stop is not kept to be sent later', async () => {
  const { page, context, dialog } = await openTask();
  await dialog.getByRole('button', { name: 'Add picture' }).click();
  await dialog
    .getByLabel('Picture of the finished work')
    .setInputFiles({ name: 'lamp.jpg', mimeType: 'image/jpeg', buffer: jpeg });
  // It gets no answer.
  await page.route('**/reports/*/proof', () => undefined);
  await dialog.getByRole('button', { name: 'Add Picture', exact: true }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByText(/^Sending was stopped/).waitFor();
  await dialog.getByRole('img', { name: 'Preview of lamp.jpg' }).waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByText('Waiting to be sent').count()).toBe(0);
  await context.close();
});

it('what waits is sent by Send now; what the portal does not take can be removed instead; the focus stays on the page', async () => {
  const { page, context, dialog, road } = await openTask();
  let tries = 0;
  await page.route('**/notes', (route) => {
    tries += 1;
    return route.abort();
  });
  await keepNote(dialog, 'A ladder is needed.');
  // It is tried again as soon as it is kept.
  await expect.poll(() => tries).toBe(2);
  const send = page.getByRole('button', { name: 'Send now' });
  await send.focus();
  await page.unroute('**/notes');
  await send.press('Enter');
  await send.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('MAIN');

  await page.route('**/notes', (route) => route.fulfill({ status: 404 }));
  await page.route('**/notes', (route) => route.abort(), { times: 1 });
  // Another text: the same one could be the note before, which these details may not show yet.
  await keepNote(await openDetails(page, road), 'The lamp is here.');
  const refused = page.getByText('The portal did not take this.');
  await refused.waitFor();
  expect(await send.count()).toBe(0);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await refused.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('MAIN');
  await context.close();
});

it('crew who log out while what waits is being sent wait for that, and it is sent once', async () => {
  const { page, context, dialog, office, id } = await openTask();
  const { promise: sent, resolve } = Promise.withResolvers<Route>();
  await page.route('**/notes', resolve, { times: 1 });
  await page.route('**/notes', (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: 'Add a note' }).click();
  await dialog.getByLabel('Add a note').fill('A ladder is needed.');
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  const held = await sent;
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('dialog', { name: 'Work is waiting to be sent.' });
  await question.getByRole('button', { name: 'Send now' }).click();
  await held.continue();
  await page.waitForURL(`${portal.portal}/`);
  const history = await call<{ kind: string }[]>(portal, `/reports/${id}/history`, { token: office });
  expect(history.filter(({ kind }) => kind === 'noted')).toHaveLength(1);
  await context.close();
});
