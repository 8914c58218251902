import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { ownReports } from '../../testing/reports.ts';
import { added, filesStored, typed } from '../../testing/requests.ts';
import {
  answerSubmissions,
  leaveOffline,
  openForm,
  ready,
  submit,
  submitOffline,
  toMyReports,
  waitingCards,
  withoutWorker,
} from '../../testing/waiting.ts';

const { portal, browser, jpeg } = await startJourney();

const begin = ready(portal, browser);

const noRoom = 'This device has no room to keep your report. Send it while you are online.';

/** A report that cannot be kept is not lost while its page is open. */
async function expectNoRoom(page: Page, token: string) {
  const faults = people.faultsOf(page);
  await page.context().setOffline(true);
  await submit(page, jpeg);
  await people.expectText(page, noRoom);
  expect(await typed(page, 'Location')).toBe('Bank Road, by the canal');
  expect(await ownReports(portal, token)).toEqual([]);
  await page.context().setOffline(false);
  await people.submitRequest(page);
  await added(page);
  expect(await ownReports(portal, token)).toHaveLength(1);
  // The browser notes what it could not load without a network; it also looks now and then whether there is a newer service worker.
  expect(faults.filter((fault) => !/Failed to load resource|when fetching the script/.test(fault))).toEqual([]);
}

it('a device whose room is used up says so, and keeps the form', async () => {
  const { page, context, token } = await begin();
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: portal.portal, quotaSize: 1 });
  await expectNoRoom(page, token);
  await context.close();
});

it('a browser that refuses to store anything says the same', async () => {
  const { page, context, token } = await begin(withoutWorker);
  // As a private window does.
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      const error = new DOMException('A mutation was attempted on a database that allows none', 'InvalidStateError');
      const request = { error } as unknown as IDBOpenDBRequest;
      setTimeout(() => request.onerror?.(new Event('error')));
      return request;
    };
  });
  await page.goto(`${portal.portal}/newrequest`);
  await page.getByLabel('Location').waitFor();
  await expectNoRoom(page, token);
  await context.close();
});

it('a device that fails for a moment says so of what was pressed, and does it when it is pressed again', async () => {
  const { page, context } = await begin(withoutWorker);
  await submitOffline(page, jpeg);
  await toMyReports(page);
  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('The device fails', 'UnknownError');
    };
    window.addEventListener('mended', () => Object.assign(IDBDatabase.prototype, { transaction }));
  });
  const said = page.getByRole('alert').filter({ hasText: 'This did not work on this device. Please try again.' });
  const card = waitingCards(page);
  await card.getByRole('button', { name: 'Edit' }).click();
  await said.waitFor();
  await card.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  // Beside the other, above the list.
  await expect.poll(() => said.count()).toBe(2);
  await page.evaluate(() => window.dispatchEvent(new Event('mended')));
  await card.getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => typed(page, 'Location')).toBe('Bank Road, by the canal');
  await context.close();
});

it.each([
  ['was deleted where it lay', false],
  ['was not kept with the draft', true],
])('a picture that %s is asked for again', async (_how, isReloaded) => {
  const { page, context, token } = await begin(withoutWorker);
  const folder = await mkdtemp(path(tmpdir(), 'tma-picture-'));
  const picture = path(folder, 'walk.jpg');
  await writeFile(picture, jpeg);
  await page.getByLabel('Issue Type').selectOption('Side Walk Repair');
  await page.getByLabel('Location').fill('Bank Road');
  await page.getByLabel('Description').fill('The slabs are broken.');
  await page.getByLabel('Image').setInputFiles(picture);
  await page.getByRole('img', { name: 'Preview of walk.jpg' }).waitFor();
  await filesStored(page, 1);
  // A browser may still read a file that it keeps from where it lies: deleted, it would have no preview after the reload.
  if (!isReloaded) await rm(folder, { recursive: true });
  if (isReloaded) {
    // What WebKit answers for a file that a private window has not kept.
    await page.addInitScript(() => {
      const { arrayBuffer, slice } = Blob.prototype;
      const refuse = () => Promise.reject(new DOMException('', 'NotReadableError'));
      const isLost = (blob: Blob) => blob instanceof File && blob.name === 'walk.jpg';
      Blob.prototype.arrayBuffer = function (this: Blob) {
        return isLost(this) ? refuse() : arrayBuffer.call(this);
      };
      Blob.prototype.slice = function (this: Blob, ...range) {
        const part = slice.apply(this, range);
        return isLost(this) ? Object.assign(part, { arrayBuffer: refuse }) : part;
      };
    });
    await page.reload();
    await page.getByRole('img', { name: 'Preview of walk.jpg' }).waitFor();
  }
  await people.submitRequest(page);
  await people.expectText(page, 'This device no longer has its files. Please choose them again.');
  expect(await page.getByLabel('Image').getAttribute('aria-invalid')).toBe('true');
  expect(await typed(page, 'Location')).toBe('Bank Road');
  await page.getByLabel('Image').setInputFiles({ name: 'other.jpg', mimeType: 'image/jpeg', buffer: jpeg });
  await page.getByRole('img', { name: 'Preview of other.jpg' }).waitFor();
  await people.submitRequest(page);
  await added(page);
  expect(await ownReports(portal, token)).toHaveLength(1);
  await rm(folder, { recursive: true, force: true });
  await context.close();
});

/** Sets the clock of the pages of a context wrong by so many hours, from their next load. */
const setClock = (page: Page, hours: number) =>
  page.addInitScript((wrong) => {
    const { now } = Date;
    Date.now = () => now() + wrong * 3_600_000;
    globalThis.Date = new Proxy(Date, {
      construct: (target, given) => (given.length === 0 ? new target(target.now()) : Reflect.construct(target, given)),
    });
  }, hours);

it.each([25, -25])('with a clock that is wrong by %i hours a report waits and is sent', async (hours) => {
  const resident = people.newResident('Mardan');
  const token = await join(portal, resident);
  const { page, context } = await people.openPage(browser);
  await setClock(page, hours);
  const renewals: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) renewals.push(request.url());
  });
  await people.signIn(page, portal, resident);
  await openForm(page);
  await submitOffline(page, jpeg);
  await toMyReports(page);
  await context.setOffline(false);
  await added(page);
  expect(await ownReports(portal, token)).toHaveLength(1);
  expect(renewals.length).toBeLessThan(3);
  await context.close();
});

it('a clock that is set ahead, or back, ends a wait that the portal asked for', async () => {
  for (const hours of [25, -25]) {
    const { page, context, token } = await begin(withoutWorker);
    await submitOffline(page, jpeg);
    await toMyReports(page);
    const answers = await answerSubmissions(page, 503, { code: 'down', message: 'Later' }, { 'retry-after': '7200' });
    await context.setOffline(false);
    await people.expectText(page, 'The portal asked for some time.');
    await answers.stop();
    await page.context().setOffline(true);
    await leaveOffline(page);
    await setClock(page, hours);
    await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
    await expect.poll(() => ownReports(portal, token)).toHaveLength(1);
    await expect.poll(() => waitingCards(page).count()).toBe(0);
    await context.close();
  }
});
