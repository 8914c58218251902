/** Reports that wait on a device, as their writers see them. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import * as people from './people.ts';
import { beginner } from './requests.ts';

export const waitingNotice = 'Your report is kept on this device and will be sent when you are online again.';

/** For `ready`: the page sends, not the worker that the browser wakes (`sync`). */
export const withoutWorker = { serviceWorkers: 'block' } as const;

/** Creates residents, each with the form open, to which they came from their dashboard: both are there without a network. */
export const ready = (portal: people.Portal, browser: Browser) => {
  const begin = beginner(portal, browser, '/userDashboard');
  return async (options: BrowserContextOptions = {}) => {
    const wide = { viewport: { width: 1280, height: 900 }, serviceWorkers: 'allow' } as const;
    const begun = await begin({ ...wide, ...options });
    await openForm(begun.page);
    // The part of the form that is loaded last.
    await begun.page.getByRole('button', { name: 'Use my position' }).waitFor();
    return begun;
  };
};

/** From the dashboard to the form, without loading a document. */
export async function openForm(page: Page) {
  await page.getByRole('button', { name: 'New Report' }).click();
  await page.getByRole('main').getByRole('link', { name: 'New Report' }).click();
  await page.getByLabel('Location').waitFor();
}

/** Fills the form that is open and submits it. */
export async function submit(page: Page, jpeg: Buffer, location = 'Bank Road, by the canal') {
  await page.getByLabel('Issue Type').selectOption('Side Walk Repair');
  await page.getByLabel('Location').fill(location);
  await page.getByLabel('Description').fill('The slabs are broken.');
  await page.getByLabel('Image').setInputFiles({ name: 'walk.jpg', mimeType: 'image/jpeg', buffer: jpeg });
  await page.getByRole('img', { name: 'Preview of walk.jpg' }).waitFor();
  await people.submitRequest(page);
}

/** Submits without a network and waits until it is said that the report waits. */
export async function submitOffline(page: Page, jpeg: Buffer, location?: string) {
  await page.context().setOffline(true);
  await submit(page, jpeg, location);
  await page.getByRole('status').filter({ hasText: waitingNotice }).waitFor();
}

/** The cards of reports that wait, the first of the list first. */
export const waitingCards = (page: Page) => page.getByRole('article').filter({ hasText: 'Waiting to be sent' });

/** From the notice that a report waits to the list with its card. */
export async function toMyReports(page: Page) {
  await page.getByRole('link', { name: 'My Reports' }).click();
  await waitingCards(page).first().waitFor();
}

/** Answers submissions of this page so, as long as the returned function is not called. */
export async function answerSubmissions(
  page: Page,
  status: number,
  json: object,
  headers: Record<string, string> = {},
) {
  const seen = { count: 0 };
  await page.context().route('**/newrequest', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    seen.count += 1;
    return route.fulfill({ status, json, headers });
  });
  return { seen, stop: () => page.context().unroute('**/newrequest') };
}

/** What this origin's storage has, without the mark that anything ever was: the kinds of the records, drafts by their writers' ids. */
export const storedKinds = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('tma-resident');
        opening.onsuccess = () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAllKeys();
          all.onsuccess = () =>
            resolve((all.result as string[][]).flatMap(([kind]) => kind ?? '').filter((kind) => kind !== 'mark'));
          opening.result.close();
        };
      }),
  );

/** Waits until this device has noted that something waits: a page may be left then. */
export const noted = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('tma-waiting'))).not.toBeNull();

/** Leaves the page without a network, so that nothing of it sends, and has the network back. */
export async function leaveOffline(page: Page) {
  await noted(page);
  await page.goto('about:blank');
  await page.context().setOffline(false);
}
