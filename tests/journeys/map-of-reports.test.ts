/** The reports of an office on a map. */
import { expect, it } from 'vitest';
import { newTehsil, openOffice } from '../../testing/admins.ts';
import { join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { newResident } from '../../testing/people.ts';
import { submitReport } from '../../testing/reports.ts';
import { violations } from '../../testing/violations.ts';

const { portal, browser, jpeg } = await startJourney();

const corner = { lat: '34.198', long: '72.045' };

/** An office with a lamp, and two leaks in one place a kilometre to the north. */
async function town() {
  const { tehsil, office } = await newTehsil(portal);
  const token = await join(portal, newResident(tehsil));
  const leak = { ...corner, lat: '34.207' };
  await submitReport(portal, token, jpeg, { ...corner, issue: 'Street Lights Repair', location: 'Bank Road' });
  await submitReport(portal, token, jpeg, { ...leak, location: 'Canal Road' });
  await submitReport(portal, token, jpeg, { ...leak, location: 'Mill Lane' });
  return office;
}

it('the office sees its reports on a plain grid, and opens them by keys', async () => {
  const { page, context, faults } = await openOffice(browser, portal, await town());
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
