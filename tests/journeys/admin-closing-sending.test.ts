/** Sending the picture of a report that is closed: once, however it goes; how far it is; refusals. */
import type { Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDetails, openOffice } from '../../testing/admins.ts';
import { type Closing, startClosing } from '../../testing/closing-page.ts';
import { addProof, picked } from '../../testing/closures.ts';
import { startJourney } from '../../testing/journey.ts';

const { portal, browser, jpeg } = await startJourney();
let closing: Closing;
beforeAll(async () => {
  closing = await startClosing(browser, portal, jpeg);
});

describe('a picture is sent once', () => {
  it('when the change fails after it, and says so', async () => {
    const made = await closing.disputed('Failing Road');
    const { page, context, dialog, field, save, sent } = await closing.beginClosing('Failing Road');
    await field.setInputFiles(picked(await closing.nextPicture()));
    await page.route('**/reports/*', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await save.click();
    await dialog
      .getByRole('status')
      .getByText(/could not be saved/)
      .waitFor();
    await dialog.getByRole('status').getByText('The picture is sent. It is not sent twice.').waitFor();
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toEqual(['POST /reports/{id}/proof', 'PUT /reports/{id}', 'PUT /reports/{id}']);
    expect(await closing.rowOf(made)).toMatchObject({ status: 'Closed', closure: 'claimed' });
    await context.close();
  });

  it('when its answer is lost', async () => {
    const made = await closing.disputed('Broken Road');
    const { page, context, dialog, field, save, sent } = await closing.beginClosing('Broken Road');
    await dialog.getByText('It drips again.', { exact: true }).waitFor();
    await field.setInputFiles(picked(await closing.nextPicture()));
    await page.route(
      '**/reports/*/proof',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await save.click();
    await dialog
      .getByRole('status')
      .getByText(/could not be sent/)
      .waitFor();
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toEqual(['POST /reports/{id}/proof', 'PUT /reports/{id}']);
    expect((await closing.rowOf(made))?.proof).toContain('uploads/');
    await context.close();
  });

  it('when the tab was closed before the change, and the next one shows it', async () => {
    const made = await closing.disputed('Left Road');
    const { image } = await addProof(portal, closing.office, made, await closing.nextPicture());
    const { context, dialog, field, save, sent } = await closing.beginClosing('Left Road');
    await dialog.getByText('A picture was sent already. It is used unless you choose another.').waitFor();
    expect(await field.getAttribute('required')).toBeNull();
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toEqual(['PUT /reports/{id}']);
    expect((await closing.rowOf(made))?.proof).toBe(image);
    await context.close();
  });

  it('when Save is pressed twice', async () => {
    await closing.disputed('Twice Road');
    const { context, dialog, field, save, sent } = await closing.beginClosing('Twice Road');
    await field.setInputFiles(picked(await closing.nextPicture()));
    await save.evaluate((button) => {
      (button as HTMLButtonElement).click();
      (button as HTMLButtonElement).click();
    });
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toEqual(['POST /reports/{id}/proof', 'PUT /reports/{id}']);
    await context.close();
  });
});

it('sending says how far it is and can be stopped; closed meanwhile, it is offered again with its picture', async () => {
  await closing.disputed('Slow Road');
  const { page, context, dialog, field, save } = await closing.beginClosing('Slow Road', 320);
  await field.setInputFiles(picked(await closing.nextPicture()));
  const held = Promise.withResolvers<void>();
  await page.route('**/reports/*/proof', async (route) => {
    await held.promise;
    await route.abort();
  });
  await save.click();
  await dialog.getByRole('progressbar', { name: 'Sent so far' }).waitFor();
  // Nothing of it is beside the narrowest window.
  for (const name of ['Saving...', 'Cancel', 'Close']) {
    const box = await dialog.getByRole('button', { name }).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog
    .getByRole('status')
    .getByText(/Sending was stopped/)
    .waitFor();
  await dialog.getByRole('img', { name: 'Preview of work.jpg' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save Changes');

  await save.click();
  await dialog.getByRole('progressbar', { name: 'Sent so far' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  held.resolve();
  await page.getByRole('button', { name: 'Edit again' }).click();
  expect(await dialog.getByLabel('Status').inputValue()).toBe('Closed');
  await dialog.getByRole('img', { name: 'Preview of work.jpg' }).waitFor();
  await page.unroute('**/reports/*/proof');
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  await context.close();
});

it('a picture that is added to a closed report, and could not be sent after the details were closed, is there again', async () => {
  await closing.close(await closing.report('Lost Road'));
  const { page, context } = await openOffice(browser, portal, closing.office);
  const { promise: sent, resolve } = Promise.withResolvers<Route>();
  await page.route('**/reports/*/proof', resolve, { times: 1 });
  await page.goto(`${portal.portal}/adminDashboard`);
  const details = await openDetails(page, 'Lost Road');
  await details.getByLabel('Picture of the finished work').setInputFiles(picked(await closing.nextPicture()));
  await details.getByRole('button', { name: 'Add Picture' }).click();
  const held = await sent;
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
  await held.abort();
  await page.getByRole('button', { name: 'Edit again' }).click();
  await details.getByRole('img', { name: 'Preview of work.jpg' }).waitFor();
  await details.getByRole('button', { name: 'Add Picture' }).click();
  await details.getByText('The picture is added.').waitFor();
  await context.close();
});

// The words of each refusal are in frontends/admin/dashboard/closing/proof-failure.test.ts.
it.each([
  [413, { code: 'too_large' }, /larger than 10 MB/],
  [401, { code: 'unauthorized' }, /Your session has ended/],
])('a picture that is refused with %i says why, and nothing chosen is lost', async (status, json, words) => {
  const road = `Refused Road ${status}`;
  await closing.report(road);
  const { page, context, dialog, field, save } = await closing.beginClosing(road);
  await dialog.getByLabel('Schedule On').fill('2027-04-06');
  await field.setInputFiles(picked(await closing.nextPicture()));
  await page.route('**/reports/*/proof', (route) => route.fulfill({ status, json }), { times: 1 });
  await save.click();
  await dialog.getByText(words).waitFor();
  expect(await dialog.getByLabel('Schedule On').inputValue()).toBe('2027-04-06');
  await dialog.getByRole('img', { name: 'Preview of work.jpg' }).waitFor();
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  await context.close();
});
