/** What becomes of a report that waits when its writer logs out, or leaves without that. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { ownReports } from '../../testing/reports.ts';
import { added } from '../../testing/requests.ts';
import {
  answerSubmissions,
  ready,
  storedKinds,
  submitOffline,
  toMyReports,
  waitingCards,
  withoutWorker,
} from '../../testing/waiting.ts';

const { portal, browser, jpeg } = await startJourney();

const begin = ready(portal, browser);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('who logs out', () => {
  const ask = (page: Page) => page.getByRole('dialog', { name: 'A report is waiting to be sent.' });
  const logOut = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();

  it('is asked, may stay, and may send it first', async () => {
    const { page, context, token } = await begin(withoutWorker);
    await submitOffline(page, jpeg);
    await toMyReports(page);
    await logOut(page);
    await ask(page).getByRole('button', { name: 'Stay' }).click();
    expect(await waitingCards(page).count()).toBe(1);
    const answers = await answerSubmissions(page, 503, { code: 'down', message: 'Later' }, { 'retry-after': '600' });
    await context.setOffline(false);
    await people.expectText(page, 'The portal asked for some time.');
    await answers.stop();
    await logOut(page);
    await ask(page).getByRole('button', { name: 'Send now' }).click();
    await page.waitForURL(`${portal.portal}/`);
    expect(await ownReports(portal, token)).toHaveLength(1);
    await context.close();
  });

  it('may still stay while it is being sent', async () => {
    const { page, context, token } = await begin(withoutWorker);
    await submitOffline(page, jpeg);
    await toMyReports(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await context.route('**/newrequest', (route) => released.then(() => route.continue()));
    await context.setOffline(false);
    await logOut(page);
    await ask(page).getByRole('button', { name: 'Send now' }).click();
    await ask(page).getByRole('button', { name: 'Stay' }).click();
    release();
    await added(page);
    expect(await ownReports(portal, token)).toHaveLength(1);
    await page.reload();
    await page.getByRole('article').filter({ hasText: 'Side Walk Repair' }).waitFor();
    await context.close();
  });

  it('may leave without it', async () => {
    const { page, context, token, resident } = await begin();
    await submitOffline(page, jpeg);
    await toMyReports(page);
    await logOut(page);
    await ask(page).getByRole('button', { name: 'Log out and remove it' }).click();
    await page.waitForURL(`${portal.portal}/`);
    await context.setOffline(false);
    await people.signIn(page, portal, resident);
    await press(page, 'My Reports');
    await people.expectText(page, 'No Reports Found');
    expect(await ownReports(portal, token)).toEqual([]);
    await context.close();
  });

  it('is not asked with nothing but a draft', async () => {
    const { page, context } = await begin(withoutWorker);
    await page.getByLabel('Location').fill('Only begun');
    await page.getByRole('link', { name: 'Back to your dashboard' }).click();
    await logOut(page);
    await page.waitForURL(`${portal.portal}/`);
    await context.close();
  });
});

/** With workers the browser may send what waits as soon as there is a network (Background Sync), whoever is signed in then. */
it.each(['block', 'allow'] as const)(
  'who leaves without logging out loses nothing, and finds it after the next sign-in; nobody else sees it (workers: %s)',
  async (serviceWorkers) => {
    const { page, context, token, resident } = await begin({ serviceWorkers });
    const neighbour = people.newResident('Mardan');
    const theirs = await join(portal, neighbour);
    await submitOffline(page, jpeg);
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank');
    await context.setOffline(false);
    await people.signIn(page, portal, neighbour);
    await press(page, 'My Reports');
    await people.expectText(page, 'No Reports Found');
    expect(await waitingCards(page).count()).toBe(0);
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${portal.portal}/`);
    if (serviceWorkers === 'block') expect(await ownReports(portal, token)).toEqual([]);
    await people.signIn(page, portal, resident);
    await expect.poll(() => ownReports(portal, token)).toHaveLength(1);
    await expect.poll(() => storedKinds(page)).toEqual([]);
    expect([await ownReports(portal, token), await ownReports(portal, theirs)]).toEqual([[expect.anything()], []]);
    await context.close();
  },
);
