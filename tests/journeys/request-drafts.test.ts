import { describe, expect, it } from 'vitest';
import { join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { ownReports } from '../../testing/reports.ts';
import { added, beginner, filesStored, makePhoto, restored, typed, whole } from '../../testing/requests.ts';

const { portal, browser, jpeg, pdf } = await startJourney();

const begin = beginner(portal, browser);

describe('what is being written is kept in the browser', () => {
  it('through a reload, with its files, until it is sent', async () => {
    const { page, context } = await begin();
    await people.fillRequest(page, portal, { ...whole, image: jpeg, document: pdf });
    await filesStored(page, 2);
    await page.reload();
    await people.expectText(page, restored);
    expect(await typed(page, 'Issue Type')).toBe(whole.issue);
    expect(await typed(page, 'Description')).toBe(whole.description);
    await page.getByRole('img', { name: 'Preview of light.jpg' }).waitFor();
    await people.expectText(page, 'papers.pdf');
    await people.submitRequest(page);
    await added(page);
    await page.goto(`${portal.portal}/newrequest`);
    await people.expectText(page, 'Please select a request type to see more details.');
    expect(await typed(page, 'Location')).toBe('');
    await context.close();
  });

  it('a picture that was not scaled down yet when the page was left is, before it is judged', async () => {
    const { page, context, token } = await begin();
    await people.fillRequest(page, portal, whole);
    await page.evaluate(() => {
      Object.assign(globalThis, { createImageBitmap: () => new Promise(() => {}) });
    });
    const buffer = Buffer.concat([await makePhoto(browser), Buffer.alloc(11 * 1024 * 1024)]);
    await page.getByLabel('Image').setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer });
    await filesStored(page, 1);
    await page.reload();
    await page.getByRole('img', { name: 'Preview of large.jpg' }).waitFor();
    await people.submitRequest(page);
    await added(page);
    expect(await ownReports(portal, token)).toHaveLength(1);
    await context.close();
  });

  it('when it is refused for too many, and not said until when, to be sent later', async () => {
    const { page, context, token } = await begin();
    await people.fillRequest(page, portal, { ...whole, image: jpeg });
    const message = 'You can submit 50 reports a day. Please try again later.';
    await page.route('**/newrequest', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 429, json: { message } }) : route.continue(),
    );
    await people.submitRequest(page);
    await people.expectText(page, `Failed to submit request: ${message}`);
    expect(await typed(page, 'Description')).toBe(whole.description);
    await page.unrouteAll();
    await page.reload();
    await people.expectText(page, restored);
    await people.submitRequest(page);
    await added(page);
    expect(await ownReports(portal, token)).toHaveLength(1);
    await context.close();
  });

  it('or until its writer starts over', async () => {
    const { page, context } = await begin();
    await people.fillRequest(page, portal, { ...whole, image: jpeg });
    await page.reload();
    await page.getByRole('button', { name: 'Start over' }).click();
    const question = page.getByRole('dialog', { name: 'Start over?' });
    await question.getByText('What you wrote here is deleted.').waitFor();
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    expect(await typed(page, 'Location')).toBe(whole.location);
    await page.getByRole('button', { name: 'Start over' }).click();
    await question.getByRole('button', { name: 'Start over' }).click();
    await expect.poll(() => typed(page, 'Location')).toBe('');
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('main');
    await page.reload();
    await people.expectText(page, 'Please select a request type to see more details.');
    expect(await page.getByText(restored).count()).toBe(0);

    // The form is empty at once, also where the storage of the device hangs.
    await people.fillRequest(page, portal, whole);
    await page.reload();
    const startOver = page.getByRole('button', { name: 'Start over' });
    await startOver.waitFor();
    // It never says that a change is done.
    await page.evaluate(() => {
      Object.defineProperty(IDBTransaction.prototype, 'oncomplete', { set: () => undefined });
    });
    await startOver.click();
    await question.getByRole('button', { name: 'Start over' }).click();
    await expect.poll(() => typed(page, 'Location')).toBe('');
    await context.close();
  });

  it('is gone after Logout, and never another account sees it', async () => {
    const { page, context, resident } = await begin();
    const neighbour = people.newResident('Mardan');
    await join(portal, neighbour);
    await people.fillRequest(page, portal, { ...whole, image: jpeg });
    // A session that just ends keeps the draft, for its writer alone.
    await page.evaluate(() => localStorage.clear());
    await people.signIn(page, portal, neighbour);
    await page.goto(`${portal.portal}/newrequest`);
    await people.expectText(page, 'Please select a request type to see more details.');
    expect(await typed(page, 'Location')).toBe('');
    await page.goto(`${portal.portal}/userDashboard`);
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${portal.portal}/`);
    await people.signIn(page, portal, resident);
    await page.goto(`${portal.portal}/newrequest`);
    await people.expectText(page, 'Please select a request type to see more details.');
    expect(await page.getByText(restored).count()).toBe(0);
    await context.close();
  });

  it('is gone after Logout in another tab, from the page that it is typed in as well, also one that comes back by Back', async () => {
    const { page, context, resident } = await begin();
    await page.getByLabel('Location').fill('Bank Road');
    const other = await context.newPage();
    await other.goto(`${portal.portal}/userDashboard`);
    await other.getByRole('button', { name: /menu/i }).click();
    await other.getByRole('navigation').getByRole('button', { name: 'Logout' }).click();
    await other.waitForURL(`${portal.portal}/`);
    await page.waitForURL('**/signin');
    expect(await page.getByLabel('Location').count()).toBe(0);
    await people.signIn(other, portal, resident);
    await other.goto(`${portal.portal}/newrequest`);
    expect(await typed(other, 'Location')).toBe('');

    // As a page that is kept as it was left (bfcache), which hears of nothing meanwhile.
    await other.getByLabel('Location').fill('Canal Road');
    await other.evaluate(() => {
      localStorage.clear();
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await other.waitForURL('**/signin');
    await context.close();
  });

  it('in two tabs: sent in one, what the other made of it stays', async () => {
    const { page, context, token } = await begin();
    await people.fillRequest(page, portal, { ...whole, image: jpeg });
    await filesStored(page, 1);
    const other = await context.newPage();
    await other.goto(`${portal.portal}/newrequest`);
    await people.expectText(other, restored);
    await other.getByLabel('Location').fill('Canal Road');
    await people.submitRequest(page);
    await added(page);
    await other.reload();
    expect(await typed(other, 'Location')).toBe('Canal Road');
    await people.submitRequest(other);
    await added(other);
    expect(await ownReports(portal, token)).toHaveLength(2);
    await context.close();
  });
});
