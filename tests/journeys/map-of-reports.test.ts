/** The reports of an office on a map, and where one is corrected. */
import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { drawPicture } from '../../services/files/testing/photos.ts';
import { cardOf, joinStaff, newTehsil, openOffice } from '../../testing/admins.ts';
import { call, join } from '../../testing/calls.ts';
import { picked } from '../../testing/closures.ts';
import { startJourney } from '../../testing/journey.ts';
import { wrongByDay } from '../../testing/looks.ts';
import { newResident } from '../../testing/people.ts';
import { changeReport, submitReport } from '../../testing/reports.ts';
import { violations } from '../../testing/violations.ts';

const { portal, browser, jpeg } = await startJourney();

const corner = { lat: '34.198', long: '72.045' };

interface Place {
  lat: number;
  long: number;
  accuracy: number | null;
}

/** An office with a lamp, and two leaks in one place a kilometre to the north. */
async function town() {
  const { tehsil, office } = await newTehsil(portal);
  const token = await join(portal, newResident(tehsil));
  const leak = { ...corner, lat: '34.207' };
  const lamp = await submitReport(portal, token, jpeg, {
    ...corner,
    issue: 'Street Lights Repair',
    location: 'Bank Road',
  });
  await submitReport(portal, token, jpeg, { ...leak, location: 'Canal Road' });
  const mill = await submitReport(portal, token, jpeg, { ...leak, location: 'Mill Lane' });
  return { tehsil, office, lamp, mill };
}

it('the office sees its reports on a plain grid, and opens them by keys', async () => {
  const { page, context, faults } = await openOffice(browser, portal, (await town()).office);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const isMap = () => new URL(page.url()).searchParams.get('view') === 'map';
  // Of an operator without tiles.
  await page.route('**/api/map', async (route) => {
    const area = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...area, tiles: null, attribution: '' } });
  });
  await page.goto(`${portal.portal}/adminDashboard`);
  await button('Map').click();
  await page.getByText('There is no map of this area: a plain grid.').waitFor();
  await page.getByText('On this part of the map: 3').waitFor();
  expect(await violations(page)).toEqual([]);

  await button(/^Street Lights Repair, /).focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('Bank Road').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await button('2 reports').press('Enter');
  await dialog.getByText('Mill Lane').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog
    .getByRole('button', { name: /^Water Supply Problem, / })
    .first()
    .press('Enter');
  await dialog.getByRole('list', { name: 'History' }).waitFor();
  await page.keyboard.press('Escape');

  await page.reload();
  await button('2 reports').waitFor();
  expect(isMap()).toBe(true);
  await button('List').click();
  await button('2 reports').waitFor({ state: 'detached' });
  expect(isMap()).toBe(false);
  await page.goBack();
  await button('2 reports').waitFor();
  expect(isMap()).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});

it('a picture of the work that is added on the map is shown, though the list beside it does not reach that far', async () => {
  const { office, mill } = await town();
  await changeReport(portal, office, mill.id, { status: 'Closed' });
  const { page, context } = await openOffice(browser, portal, office);
  await page.route(/\/adminrequests\?(?!.*bbox)/, async (route) => {
    const response = await route.fetch();
    const rows = (await response.json()) as { id: string }[];
    await route.fulfill({ response, json: rows.filter(({ id }) => id !== mill.id) });
  });
  await page.goto(`${portal.portal}/adminDashboard?view=map`);
  await page.getByRole('button', { name: '2 reports', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Water Supply Problem, Closed' }).press('Enter');
  const field = dialog.getByLabel('Picture of the finished work');
  await field.setInputFiles(picked(await drawPicture(1)));
  const { promise: asked, resolve } = Promise.withResolvers<Route>();
  await page.route('**/reports/*/proof', resolve, { times: 1 });
  await dialog.getByRole('button', { name: 'Add Picture' }).click();
  const held = await asked;
  // What is changed while it is being sent stays.
  const assignee = dialog.getByLabel('Assigned to');
  await assignee.selectOption({ index: 1 });
  await dialog.getByText('Saved.', { exact: true }).waitFor();
  await held.continue();
  await dialog.getByText('The picture is added.').waitFor();
  await field.waitFor({ state: 'detached' });
  expect(await assignee.inputValue()).not.toBe('');
  // A list that is read again may be on its way.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});

it('details that are opened on the map are not older than it, though the list beside it is', async () => {
  const { office, lamp } = await town();
  const { page, context } = await openOffice(browser, portal, office);
  let list: unknown;
  await page.route(/\/adminrequests\?(?!.*bbox)/, async (route) => {
    list ??= await (await route.fetch()).json();
    await route.fulfill({ json: list });
  });
  await page.goto(`${portal.portal}/adminDashboard?view=map`);
  await page.getByRole('button', { name: 'Street Lights Repair, Open' }).waitFor();
  await changeReport(portal, office, lamp.id, { status: 'Dropped' });
  await page.reload();
  await page.getByRole('button', { name: 'Street Lights Repair, Dropped' }).press('Enter');
  await page.getByRole('dialog').getByText('Dropped', { exact: true }).waitFor();
  await context.close();
});

it('a clerk corrects where a report is by keys, and nothing of theirs is lost when somebody else was first', async () => {
  const { tehsil, office, lamp } = await town();
  const clerk = await joinStaff(portal, office, tehsil, 'clerk');
  const { page, context, faults } = await openOffice(browser, portal, clerk, 320);
  const dialog = page.getByRole('dialog');
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const placeOf = async () => {
    const { lat, long, accuracy } = await call<Place>(portal, `/reports/${lamp.id}`, { token: office });
    return { lat, long, accuracy };
  };
  await page.goto(`${portal.portal}/adminDashboard`);
  await cardOf(page, 'Bank Road').getByRole('button').click();
  await button('Correct the place').press('Enter');
  await button('Cancel').press('Enter');
  expect(await focused()).toBe('Correct the place');

  await button('Correct the place').press('Enter');
  await button('Nearer').waitFor();
  await dialog.getByRole('application').press('ArrowUp');
  await dialog.getByRole('status').getByText('The pin is 10 m north of the start.').waitFor();
  expect(await wrongByDay(page)).toEqual([]);
  const theirs = { lat: 34.2, long: 72.05 };
  await call(portal, `/reports/${lamp.id}/place`, { method: 'PUT', token: office, json: theirs });
  await button('Save the place').press('Enter');
  await dialog.getByText('Somebody else moved the pin meanwhile.').waitFor();
  expect(await placeOf()).toEqual({ ...theirs, accuracy: null });
  await button('Save the place').press('Enter');
  await dialog.getByRole('status').getByText('The place is corrected.').waitFor();
  expect(await placeOf()).toEqual({ lat: 34.19809, long: 72.045, accuracy: null });
  expect(await focused()).toBe('Correct the place');
  await expect.poll(() => dialog.getByRole('list', { name: 'History' }).getByText('Place corrected').count()).toBe(2);
  await button('Show on a map').click();
  await dialog.getByRole('img', { name: 'Map: Bank Road' }).waitFor();
  expect(faults.filter((fault) => !fault.includes('412'))).toEqual([]);
  await context.close();
});

it('a pin that could not be sent after the details were closed is there again, whatever else changed or was lost meanwhile', async () => {
  const { office, lamp } = await town();
  const { page, context } = await openOffice(browser, portal, office);
  const dialog = page.getByRole('dialog');
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  const { promise: sent, resolve } = Promise.withResolvers<Route>();
  const { promise: noteSent, resolve: holdNote } = Promise.withResolvers<Route>();
  await page.route('**/place', resolve, { times: 1 });
  await page.route('**/notes', holdNote);
  await page.goto(`${portal.portal}/adminDashboard`);
  await cardOf(page, 'Bank Road').getByRole('button').click();
  await button('Correct the place').press('Enter');
  await button('Nearer').waitFor();
  await dialog.getByRole('application').press('ArrowUp');
  await dialog.getByRole('status').getByText('The pin is 10 m north of the start.').waitFor();
  await button('Save the place').press('Enter');
  const held = await sent;
  await dialog.getByLabel('Add a note').fill('Beside the bank.');
  await button('Add Note').press('Enter');
  const heldNote = await noteSent;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await changeReport(portal, office, lamp.id, { status: 'In Progress' });
  await held.abort();
  await cardOf(page, 'Bank Road').getByText('In Progress', { exact: true }).waitFor();
  const noteLost = page.waitForEvent('console', (said) => said.text().startsWith('The note could not be added'));
  await heldNote.abort();
  await noteLost;
  await page.getByRole('button', { name: 'Edit again' }).click();
  await button('Save the place').press('Enter');
  await dialog.getByRole('status').getByText('The place is corrected.').waitFor();
  expect(await call<Place>(portal, `/reports/${lamp.id}`, { token: office })).toMatchObject({ lat: 34.19809 });
  await context.close();
});
