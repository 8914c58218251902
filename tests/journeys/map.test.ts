import { expect, it } from 'vitest';
import { call } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import * as walk from '../../testing/people.ts';
import { added, beginner, whole } from '../../testing/requests.ts';
import { violations } from '../../testing/violations.ts';

const { portal, browser, jpeg } = await startJourney();
const begin = beginner(portal, browser);
const position = { latitude: 34.198, longitude: 72.045, accuracy: 12.4 };

interface Row {
  lat: number | null;
  long: number | null;
  accuracy: number | null;
}

const newest = async (token: string) =>
  (await call<Row[]>(portal, '/rest/v1/requests?select=*&order=created_at.desc&limit=1', { token }))[0];

it('a resident sets a pin by their position, moves it by buttons and keys, and finds it again after a reload', async () => {
  const { page, context, token } = await begin({ geolocation: position, permissions: ['geolocation'] });
  const faults = walk.faultsOf(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await walk.fillRequest(page, portal, { ...whole, image: jpeg });
  await button('Use my position').click();
  await walk.expectText(page, 'exact to 13 m');
  await button('Show on a map').click();
  await button('North').click();
  await walk.expectText(page, 'The pin is 10 m north of the start.');
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await walk.expectText(page, 'The pin is 14 m north-east of the start.');
  await button('Nearer').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await button('Remove pin').waitFor();
  await walk.submitRequest(page);
  await added(page);
  // Set by hand in the end: nobody knows how exactly.
  expect(await newest(token)).toMatchObject({ lat: 34.19809, long: 72.045109, accuracy: null });
  // Trusted Types and the Content-Security-Policy among them.
  expect(faults).toEqual([]);
  await context.close();
});

it('who does not let the browser tell it loses nothing, and papers have no pin', async () => {
  const { page, context, token } = await begin({ permissions: [] });
  await walk.fillRequest(page, portal, { ...whole, image: jpeg });
  await page.getByRole('button', { name: 'Use my position' }).click();
  await walk.expectText(page, /(may not tell your position|cannot be found here)/);
  expect(await page.getByLabel('Location').inputValue()).toBe(whole.location);
  await page.getByLabel('Issue Type').selectOption('Limit Certificate');
  await expect.poll(() => page.getByRole('button', { name: 'Use my position' }).count()).toBe(0);
  await page.getByLabel('Issue Type').selectOption(whole.issue);
  await walk.submitRequest(page);
  await added(page);
  expect(await newest(token)).toMatchObject({ lat: null, long: null });
  await context.close();
});
