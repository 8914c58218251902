import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { pictureTile, townMap } from '../../services/files/testing/town.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { ownReports } from '../../testing/reports.ts';
import { added, beginner, whole } from '../../testing/requests.ts';
import { violations } from '../../testing/violations.ts';

const { portal, browser, jpeg } = await startJourney();
const begin = beginner(portal, browser);
const position = { latitude: 34.198, longitude: 72.045, accuracy: 12.4 };

/** The resident's own: others send theirs meanwhile. */
const newest = async (token: string) => (await ownReports(portal, token))[0];

it('a resident sets a pin by their position, moves it by buttons and keys, and finds it again after a reload', async () => {
  const { page, context, token } = await begin({ geolocation: position, permissions: ['geolocation'] });
  const faults = people.faultsOf(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await people.fillRequest(page, portal, { ...whole, image: jpeg });
  await button('Use my position').click();
  await people.expectText(page, 'exact to 13 m');
  await button('Show on a map').click();
  await button('North').click();
  await people.expectText(page, 'The pin is 10 m north of the start.');
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await people.expectText(page, 'The pin is 14 m north-east of the start.');
  await button('Nearer').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await button('Remove pin').waitFor();
  await people.submitRequest(page);
  await added(page);
  // Set by hand in the end: nobody knows how exactly.
  expect(await newest(token)).toMatchObject({ lat: 34.19809, long: 72.045109, accuracy: null });
  // Trusted Types and the Content-Security-Policy among them.
  expect(faults).toEqual([]);
  await context.close();
});

it('who is told that the device knows only roughly where it is asks it anew', async () => {
  const { page, context } = await begin({
    geolocation: { ...position, accuracy: 12_000 },
    permissions: ['geolocation'],
  });
  await page.getByLabel('Issue Type').selectOption(whole.issue);
  await page.getByRole('button', { name: 'Use my position' }).click();
  await people.expectText(page, 'only to 12 km');
  await context.setGeolocation(position);
  await page.getByRole('button', { name: 'Use my position' }).click();
  await people.expectText(page, 'exact to 13 m');
  await context.close();
});

it('a position that is found while the report is being sent sets no pin, and nothing else is said of it', async () => {
  const { page, context } = await begin();
  await page.addInitScript(({ latitude, longitude, accuracy }) => {
    const found = { coords: { latitude, longitude, accuracy } } as GeolocationPosition;
    navigator.geolocation.getCurrentPosition = (tell) => void addEventListener('found', () => tell(found));
  }, position);
  await people.fillRequest(page, portal, { ...whole, image: jpeg });
  await page.getByRole('button', { name: 'Use my position' }).click();
  await people.expectText(page, 'Finding your position...');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const refusal = { status: 400, json: { code: 'invalid_request', message: 'This is no place.' } };
  await page.route('**/newrequest', (route) =>
    route.request().method() === 'POST' ? released.then(() => route.fulfill(refusal)) : route.continue(),
  );
  await people.submitRequest(page);
  await page.getByRole('button', { name: 'Submitting...' }).waitFor();
  await page.evaluate(() => dispatchEvent(new Event('found')));
  release();
  await people.expectText(page, 'Failed to submit request: This is no place.');
  expect(await page.getByRole('button', { name: 'Remove pin' }).count()).toBe(0);
  expect(await page.getByText('The pin is at your position').count()).toBe(0);
  await context.close();
});

it('who does not let the browser tell it loses nothing, and papers have no pin', async () => {
  const { page, context, token } = await begin({ permissions: [] });
  await people.fillRequest(page, portal, { ...whole, image: jpeg });
  await page.getByRole('button', { name: 'Use my position' }).click();
  await people.expectText(page, /(may not tell your position|cannot be found here)/);
  expect(await page.getByLabel('Location').inputValue()).toBe(whole.location);
  await page.getByLabel('Issue Type').selectOption('Limit Certificate');
  await expect.poll(() => page.getByRole('button', { name: 'Use my position' }).count()).toBe(0);
  await page.getByLabel('Issue Type').selectOption(whole.issue);
  await people.submitRequest(page);
  await added(page);
  expect(await newest(token)).toMatchObject({ lat: null, long: null });
  await context.close();
});

/** The colour in the lower left of the map, as `#rrggbb`. */
const colourOf = (page: Page) =>
  page
    .getByRole('application')
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const [red = 0, green = 0, blue = 0] =
        canvas.getContext('2d')?.getImageData(12, canvas.height - 12, 1, 1).data ?? [];
      return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    });

describe("the operator's map", () => {
  it('is read by parts from the portal alone and drawn, with its names in the language of the page', async () => {
    const { page, context } = await begin();
    const faults = people.faultsOf(page);
    const parts: (number | string | undefined)[] = [];
    const strange: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== portal.portal) strange.push(request.url());
    });
    page.on('response', async (response) => {
      if (response.url() === `${portal.portal}/map/area.pmtiles`)
        parts.push(response.status(), (await response.request().allHeaders()).range);
    });
    await context.addInitScript(() => {
      const { fillText } = CanvasRenderingContext2D.prototype;
      const written = new Set<string>();
      Object.assign(globalThis, { written });
      CanvasRenderingContext2D.prototype.fillText = function (...given) {
        written.add(given[0]);
        fillText.apply(this, given);
      };
    });
    const written = () => page.evaluate(() => [...(globalThis as unknown as { written: Set<string> }).written]);
    await page.reload();
    await page.getByLabel('Issue Type').selectOption(whole.issue);
    await page.getByRole('button', { name: 'Show on a map', exact: true }).click();
    // The lake.
    await expect.poll(() => colourOf(page)).toBe('#a9cbe6');
    await expect.poll(written).toEqual(expect.arrayContaining(['Canal Road', 'Mardan']));
    await expect.poll(() => parts.slice(0, 3)).toEqual([206, 'bytes=0-16383', 206]);
    const attribution = page.getByText('Survey of Mardan', { exact: true });
    await attribution.waitFor();
    expect(await page.getByRole('application').getByText('Survey').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'اردو' }).first().click();
    await expect.poll(written).toEqual(expect.arrayContaining(['نہر روڈ', 'مردان']));
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => colourOf(page)).toBe('#1c3a52');
    expect([strange, faults]).toEqual([[], []]);
    await context.close();
  });

  it('may be of pictures, and is left out from where it has no levels', async () => {
    const { page, context } = await begin();
    const faults = people.faultsOf(page);
    const archive = townMap(await pictureTile('#808000'));
    await page.route('**/map/area.pmtiles', (route) => {
      const [, from = 0, to = 0] = /^bytes=(\d+)-(\d+)$/.exec(route.request().headers().range ?? '') ?? [];
      const body = archive.subarray(Number(from), Number(to) + 1);
      return route.fulfill({ status: 206, body, headers: { etag: '"pictures"' } });
    });
    await page.getByLabel('Issue Type').selectOption(whole.issue);
    await page.getByRole('button', { name: 'Show on a map', exact: true }).click();
    await expect.poll(() => colourOf(page)).toBe('#808000');
    // From afar a view would need thousands of its tiles: nothing is drawn then, and nothing stands still.
    for (let press = 1; press <= 10; press += 1)
      await page.getByRole('button', { name: 'Further away', exact: true }).click();
    await expect.poll(() => page.getByRole('application').locator('canvas').count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });
});
