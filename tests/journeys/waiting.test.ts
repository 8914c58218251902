import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { ownReports } from '../../testing/reports.ts';
import { added, typed } from '../../testing/requests.ts';
import {
  answerSubmissions,
  noted,
  openForm,
  ready,
  submit,
  submitOffline,
  toMyReports,
  waitingCards,
  waitingNotice,
  withoutWorker,
} from '../../testing/waiting.ts';

const { portal, browser, jpeg } = await startJourney();

const begin = ready(portal, browser);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const reportsOf = (token: string) => ownReports(portal, token) as Promise<{ location?: string }[]>;

describe('a report without a network', () => {
  it('is kept, is the first card of My Reports, and is sent once when there is a network', async () => {
    const geolocation = { latitude: 34.198, longitude: 72.045, accuracy: 12 };
    const { page, context, token } = await begin({ geolocation, permissions: ['geolocation'] });
    await context.setOffline(true);
    await press(page, 'Use my position');
    await people.expectText(page, 'exact to 12 m');
    await page.getByRole('checkbox', { name: 'Anyone with the link may see' }).click();
    await submitOffline(page, jpeg);
    await toMyReports(page);
    const card = page.getByRole('main').getByRole('article').first();
    expect(await card.getByText('Waiting to be sent', { exact: true }).count()).toBe(1);
    await people.expectText(page, 'Bank Road, by the canal');
    for (const name of ['Send now', 'Edit', 'Remove'])
      expect(await card.getByRole('button', { name, exact: true }).count()).toBe(1);
    expect(await ownReports(portal, token)).toEqual([]);
    await context.setOffline(false);
    await added(page);
    await expect.poll(() => waitingCards(page).count()).toBe(0);
    await page.getByRole('article').filter({ hasText: 'Side Walk Repair' }).waitFor();
    expect(await ownReports(portal, token)).toMatchObject([{ lat: 34.198, long: 72.045, accuracy: 12, shared: true }]);
    await context.close();
  });

  it('is sent from where it was written, if its writer stays', async () => {
    const { page, context, token } = await begin(withoutWorker);
    await submitOffline(page, jpeg);
    await context.setOffline(false);
    await added(page);
    await page.waitForURL(/tab=mycomplaints/);
    expect(await ownReports(portal, token)).toHaveLength(1);
    await context.close();
  });

  it('is one of several, each a report of its own', async () => {
    const { page, context, token } = await begin(withoutWorker);
    await submitOffline(page, jpeg, 'Bank Road');
    await press(page, 'New Report');
    expect(await typed(page, 'Location')).toBe('');
    // What was pressed is gone, and the focus is not lost with it.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    await submit(page, jpeg, 'Canal Road');
    await toMyReports(page);
    await expect.poll(() => waitingCards(page).count()).toBe(2);
    await context.setOffline(false);
    await expect.poll(() => waitingCards(page).count()).toBe(0);
    const places = (await reportsOf(token)).map(({ location }) => location);
    expect(places.sort()).toEqual(['Bank Road', 'Canal Road']);
    await context.close();
  });

  it('takes the focus from none of its buttons while it is being sent', async () => {
    const { page, context } = await begin(withoutWorker);
    await submitOffline(page, jpeg);
    await toMyReports(page);
    const edit = waitingCards(page).getByRole('button', { name: 'Edit', exact: true });
    await edit.focus();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const answer = { status: 503, json: { code: 'down', message: 'Later' }, headers: { 'retry-after': '600' } };
    await context.route('**/newrequest', (route) => released.then(() => route.fulfill(answer)));
    await context.setOffline(false);
    await waitingCards(page).getByText('Sending...').waitFor();
    expect(await edit.isDisabled()).toBe(true);
    release();
    await people.expectText(page, 'The portal asked for some time.');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Edit');
    await context.close();
  });

  it('is removed when its writer says so twice', async () => {
    const { page, context, token } = await begin(withoutWorker);
    await submitOffline(page, jpeg);
    await toMyReports(page);
    await press(page, 'Remove');
    const dialog = page.getByRole('dialog', { name: 'Remove this report?' });
    await dialog.getByRole('button', { name: 'Keep' }).click();
    expect(await waitingCards(page).count()).toBe(1);
    await press(page, 'Remove');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => waitingCards(page).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    await context.setOffline(false);
    await page.reload();
    await people.expectText(page, 'No Reports Found');
    expect(await ownReports(portal, token)).toEqual([]);
    await context.close();
  });

  it('is edited in the form; what was begun there meanwhile is kept beside it', async () => {
    const { page, context, token } = await begin(withoutWorker);
    await submitOffline(page, jpeg);
    await press(page, 'New Report');
    await page.getByLabel('Location').fill('Only begun');
    await page.getByRole('link', { name: 'Back to your dashboard' }).click();
    await press(page, 'My Reports');
    await press(page, 'Edit');
    await expect.poll(() => typed(page, 'Location')).toBe('Bank Road, by the canal');
    await page.getByRole('img', { name: 'Preview of walk.jpg' }).waitFor();
    await context.setOffline(false);
    await page.getByLabel('Location').fill('Canal Road');
    await people.submitRequest(page);
    await added(page);
    expect((await reportsOf(token)).map(({ location }) => location)).toEqual(['Canal Road']);
    await page.getByRole('article').filter({ hasText: 'Not sent' }).getByRole('button', { name: 'Edit' }).click();
    await expect.poll(() => typed(page, 'Location')).toBe('Only begun');
    await context.close();
  });
});

describe('what the portal answers to a report that waited', () => {
  it('a refusal brings the form back with its words', async () => {
    const { page, context, token } = await begin(withoutWorker);
    await submitOffline(page, jpeg);
    const answers = await answerSubmissions(page, 400, { code: 'invalid_request', message: 'This is no place.' });
    await context.setOffline(false);
    await people.expectText(page, 'Failed to submit request: This is no place.');
    expect(await typed(page, 'Location')).toBe('Bank Road, by the canal');
    // The notice that had the focus is gone.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Submit Request');
    await answers.stop();
    await people.submitRequest(page);
    await added(page);
    expect(await ownReports(portal, token)).toHaveLength(1);
    await context.close();
  });

  it('a refusal is said on the card, too, and goes with it into the form', async () => {
    const { page, context } = await begin(withoutWorker);
    await submitOffline(page, jpeg);
    await toMyReports(page);
    const answers = await answerSubmissions(page, 400, { code: 'invalid_request', message: 'This is no place.' });
    await context.setOffline(false);
    const words = 'Failed to submit request: This is no place.';
    await page.getByRole('article').getByText(words).waitFor();
    await press(page, 'Edit');
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    expect(await typed(page, 'Location')).toBe('Bank Road, by the canal');
    await press(page, 'Start over');
    await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();
    await expect.poll(() => typed(page, 'Location')).toBe('');
    expect(await page.getByText(words).count()).toBe(0);
    await answers.stop();
    await context.close();
  });

  it('a refusal leaves a writer who has gone elsewhere where they are, and is said on the card', async () => {
    const { page, context } = await begin(withoutWorker);
    await submitOffline(page, jpeg);
    await toMyReports(page);
    const later = await answerSubmissions(page, 503, { code: 'down', message: 'Later' }, { 'retry-after': '600' });
    await context.setOffline(false);
    await people.expectText(page, 'The portal asked for some time.');
    await later.stop();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const json = { code: 'invalid_request', message: 'This is no place.' };
    await context.route('**/newrequest', (route) => released.then(() => route.fulfill({ status: 400, json })));
    await press(page, 'Send now');
    await waitingCards(page).getByText('Sending...').waitFor();
    await press(page, 'Overall Reports');
    await page.getByRole('heading', { level: 1, name: 'All Community Reports' }).waitFor();
    release();
    await press(page, 'My Reports');
    await page.getByRole('article').getByText('Failed to submit request: This is no place.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/userDashboard');
    await context.close();
  });

  it('and one who left the form while it was sent for the first time', async () => {
    const { page, context } = await begin(withoutWorker);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const json = { code: 'invalid_request', message: 'This is no place.' };
    const asked = page.waitForRequest('**/newrequest');
    await context.route('**/newrequest', (route) => released.then(() => route.fulfill({ status: 400, json })));
    await submit(page, jpeg);
    await asked;
    await page.getByRole('link', { name: 'Back to your dashboard' }).click();
    await press(page, 'My Reports');
    await waitingCards(page).waitFor();
    release();
    await page.getByRole('article').getByText('Failed to submit request: This is no place.').waitFor();
    await context.close();
  });

  it('a 401 asks to sign in, and the report stays', async () => {
    const { page, context, token } = await begin(withoutWorker);
    await submitOffline(page, jpeg);
    await toMyReports(page);
    const answers = await answerSubmissions(page, 401, { code: 'unauthorized', message: 'The session has ended' });
    await context.setOffline(false);
    await people.expectText(page, 'Sign in to send it.');
    await answers.stop();
    await press(page, 'Send now');
    await added(page);
    expect(await ownReports(portal, token)).toHaveLength(1);
    await context.close();
  });

  it('a 503 is waited for as long as it says', async () => {
    const { page, context, token } = await begin(withoutWorker);
    await submitOffline(page, jpeg);
    await toMyReports(page);
    const { seen, stop } = await answerSubmissions(
      page,
      503,
      { code: 'down', message: 'Later' },
      { 'retry-after': '8' },
    );
    const before = Date.now();
    await context.setOffline(false);
    await people.expectText(page, 'The portal asked for some time.');
    await stop();
    await added(page);
    expect(Date.now() - before).toBeGreaterThan(7500);
    expect(seen.count).toBe(1);
    expect(await ownReports(portal, token)).toHaveLength(1);
    await context.close();
  });

  it('a 429 as well, also at the first try: its words are said, and the form stays', async () => {
    const { page, context, token } = await begin(withoutWorker);
    const { seen, stop } = await answerSubmissions(
      page,
      429,
      { code: 'over_request_rate_limit', message: 'Later' },
      { 'retry-after': '8' },
    );
    await submit(page, jpeg);
    await page.getByRole('alert').getByText('Failed to submit request: Later').waitFor();
    const before = Date.now();
    await people.expectText(page, waitingNotice);
    expect(await typed(page, 'Description')).toBe('The slabs are broken.');
    await stop();
    await added(page);
    expect(Date.now() - before).toBeGreaterThan(6500);
    expect(seen.count).toBe(1);
    expect(await ownReports(portal, token)).toHaveLength(1);
    await context.close();
  });
});

it('what the browser has deleted is said', async () => {
  const { page, context } = await begin(withoutWorker);
  await submitOffline(page, jpeg);
  await toMyReports(page);
  await noted(page);
  const answers = await answerSubmissions(page, 503, { code: 'down', message: 'Later' });
  await context.setOffline(false);
  await page.goto(`${portal.portal}/favicon.svg`);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('tma-resident').onsuccess = resolve;
      }),
  );
  await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  await people.expectText(page, 'This browser has deleted what was kept on this device.');
  await answers.stop();
  await context.close();
});

it('a form that was opened again for another report is empty', async () => {
  const { page, context } = await begin(withoutWorker);
  await submitOffline(page, jpeg);
  await toMyReports(page);
  await openForm(page);
  expect(await typed(page, 'Location')).toBe('');
  await context.close();
});
