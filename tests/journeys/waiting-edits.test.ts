import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { ownReports } from '../../testing/reports.ts';
import { added, filesStored, typed } from '../../testing/requests.ts';
import {
  answerSubmissions,
  ready,
  storedKinds,
  submit,
  waitingCards,
  waitingNotice,
  withoutWorker,
} from '../../testing/waiting.ts';

const { portal, browser, jpeg } = await startJourney();

/** A report that waits in the form it was written in, because the portal asked for hours. */
async function waitingInForm() {
  const begun = await ready(portal, browser)(withoutWorker);
  const { page } = begun;
  const answers = await answerSubmissions(page, 503, { code: 'down', message: 'Later' }, { 'retry-after': '7200' });
  await submit(page, jpeg);
  await people.expectText(page, waitingNotice);
  return { ...begun, answers };
}

it.each([
  ['and the form is told', true],
  ['and nobody tells the form', false],
])('a report is removed in another tab, %s: what is made of it is another one, and kept', async (_how, isTold) => {
  const { page, context, token, answers } = await waitingInForm();
  const other = await context.newPage();
  if (!isTold)
    await other.addInitScript(() => {
      BroadcastChannel.prototype.postMessage = () => {};
    });
  await other.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  await waitingCards(other).getByRole('button', { name: 'Remove' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => waitingCards(other).count()).toBe(0);
  const said = 'Your report was removed or edited in another tab.';
  if (isTold) await people.expectText(page, said);
  await page.getByLabel('Location').fill('Canal Road');
  await people.expectText(page, said);
  await filesStored(page, 1);
  await page.reload();
  await page.getByRole('img', { name: 'Preview of walk.jpg' }).waitFor();
  expect(await typed(page, 'Location')).toBe('Canal Road');
  await answers.stop();
  await people.submitRequest(page);
  await added(page);
  expect(await ownReports(portal, token)).toMatchObject([{ location: 'Canal Road' }]);
  await context.close();
});

it('a device that cannot take a report back says that it may be sent as it was', async () => {
  const { page, context, token, answers } = await waitingInForm();
  const refuseChanges = (active: boolean) =>
    page.evaluate((isActive) => {
      const { transaction } = IDBDatabase.prototype;
      const kept = globalThis as { transaction?: typeof transaction };
      kept.transaction ??= transaction;
      const usual = kept.transaction;
      IDBDatabase.prototype.transaction = function (this: IDBDatabase, stores, mode, ...more) {
        if (isActive && mode === 'readwrite') throw new DOMException('', 'UnknownError');
        return usual.call(this, stores, mode, ...more);
      };
    }, active);
  await refuseChanges(true);
  await page.getByLabel('Location').fill('Canal Road');
  await people.expectText(page, 'This device could not stop your report');
  await refuseChanges(false);
  await answers.stop();
  await people.submitRequest(page);
  await added(page);
  expect(await ownReports(portal, token)).toMatchObject([{ location: 'Canal Road' }]);
  await expect.poll(() => waitingCards(page).count()).toBe(1);
  await context.close();
});

/** Has each look at whether a file can be read wait. @returns what ends that */
async function holdFiles(page: Page) {
  await page.evaluate(() => {
    const { slice } = Blob.prototype;
    const held = Promise.withResolvers<void>();
    Object.assign(globalThis, { endHold: held.resolve });
    Blob.prototype.slice = function (this: Blob, ...range) {
      const part = slice.apply(this, range);
      return Object.assign(part, { arrayBuffer: () => held.promise.then(() => new ArrayBuffer(1)) });
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { endHold: () => void }).endHold());
}

it.each([
  ['is submitted', false],
  ['waits and is submitted again', true],
])('what is typed while a report %s is part of it', async (_when, isAgain) => {
  const { page, context, token, answers } = await waitingInForm();
  await answers.stop();
  if (!isAgain) {
    await page.getByLabel('Location').fill('Bank Road');
    await expect.poll(() => storedKinds(page)).not.toContain('waiting');
  }
  const goOn = await holdFiles(page);
  await people.submitRequest(page);
  await page.getByLabel('Location').fill('Canal Road');
  await goOn();
  await added(page);
  expect(await ownReports(portal, token)).toMatchObject([{ location: 'Canal Road' }]);
  await expect.poll(() => storedKinds(page)).toEqual([]);
  await context.close();
});
