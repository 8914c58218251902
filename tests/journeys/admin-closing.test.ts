/** Closing a report with a picture of the finished work: what is sent and in which order, refusals, disputes, what others see. */
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cardOf, newTehsil, openEdit, openOffice } from '../../testing/admins.ts';
import { openBrowser } from '../../testing/browser.ts';
import { call, join } from '../../testing/calls.ts';
import * as walk from '../../testing/people.ts';
import { addProof, answerClosure, drawPicture, picked } from '../../testing/proofs.ts';
import { changeReport, type Report, submitReport } from '../../testing/reports.ts';

const portal = inject('portal');
const dashboard = `${portal.portal}/adminDashboard`;
let browser: Browser;
let jpeg: Buffer;
let office = '';
let token = '';
let pictures = 0;

beforeAll(async () => {
  browser = await openBrowser();
  jpeg = (await walk.makeFiles(browser)).jpeg;
  const place = await newTehsil(portal);
  office = place.office;
  token = await join(portal, walk.newResident(place.tehsil));
});
afterAll(() => browser?.close());

const report = (location: string) => submitReport(portal, token, jpeg, { location });
const nextPicture = () => {
  pictures += 1;
  return drawPicture(browser, pictures);
};
const close = (made: Report) => changeReport(portal, office, made.id, { status: 'Closed' });

interface Row {
  id: string;
  status: string;
  closure: string | null;
  proof: string | null;
}
const rowOf = async ({ id }: Report) =>
  (await call<Row[]>(portal, '/adminrequests', { token: office })).find((row) => row.id === id);

/** A report that its reporter says is not fixed. */
async function disputed(road: string) {
  const made = await report(road);
  await close(made);
  await answerClosure(portal, token, made, 'It drips again.');
  return made;
}

/** Opens the edit dialog of a report and chooses Closed; `sent` are the calls that change something, as they are sent. */
async function beginClosing(road: string, width = 1280) {
  const opened = await openOffice(browser, portal, office, width);
  const sent: string[] = [];
  opened.page.on('request', (request: Request) => {
    if (request.method() === 'POST' || request.method() === 'PUT')
      sent.push(`${request.method()} ${new URL(request.url()).pathname.replace(/[0-9a-f-]{36}/, '{id}')}`);
  });
  await opened.page.goto(dashboard);
  const dialog = await openEdit(opened.page, road);
  await dialog.getByLabel('Status').selectOption('Closed');
  const field = dialog.getByLabel('Picture of the finished work');
  await field.waitFor();
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  return { ...opened, dialog, field, save, sent };
}

const openDetails = async (page: Page, road: string) => {
  await cardOf(page, road).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
};

describe.each([320, 1280])('at %i px', (width) => {
  it('the picture goes before the change, and everybody of the tehsil sees before, after and who it was', async () => {
    const road = `Closing Road ${width}`;
    const made = await report(road);
    const { page, context, faults, dialog, field, save, sent } = await beginClosing(road, width);
    await dialog.getByText('The reporter will be asked whether it is fixed.', { exact: true }).waitFor();
    expect(await field.getAttribute('required')).toBeNull();
    await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await dialog.getByText('Please select a valid image file (JPEG/PNG).').waitFor();
    await field.setInputFiles(picked(await nextPicture()));
    await dialog.getByRole('img', { name: 'Preview of work.jpg' }).waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    expect(await dialog.getByRole('img', { name: 'Preview of work.jpg' }).count()).toBe(0);
    await field.setInputFiles(picked(await nextPicture()));
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toEqual(['POST /reports/{id}/proof', 'PUT /reports/{id}']);
    const row = await rowOf(made);
    expect(row).toMatchObject({ status: 'Closed', closure: 'claimed', proof: expect.stringContaining('uploads/') });

    const details = await openDetails(page, road);
    for (const name of ['Before', 'After']) await details.getByRole('img', { name, exact: true }).waitFor();
    const entries = details.getByRole('list', { name: 'History' }).getByRole('listitem');
    await expect.poll(() => entries.count()).toBe(3);
    expect(await entries.nth(1).innerText()).toContain('Sana Khan');
    await entries.nth(1).getByRole('img').waitFor();
    expect(await entries.nth(2).innerText()).toContain('Closed');
    expect(faults).toEqual([]);
    await context.close();
  });
});

it('without a picture it is closed as well, says so, and takes one from the details later', async () => {
  const made = await report('Bare Road');
  const { page, context, dialog, save, sent } = await beginClosing('Bare Road');
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  expect(sent).toEqual(['PUT /reports/{id}']);
  await cardOf(page, 'Bare Road').getByText('Closed without a picture', { exact: true }).waitFor();
  const details = await openDetails(page, 'Bare Road');
  await details.getByRole('button', { name: 'Add Picture' }).click();
  await details.getByText('Choose a picture first.').waitFor();
  await details.getByLabel('Picture of the finished work').setInputFiles(picked(await nextPicture()));
  await details.getByRole('button', { name: 'Add Picture' }).click();
  await details.getByRole('img', { name: 'After', exact: true }).waitFor();
  await details.getByText('The picture is added.').waitFor();
  expect(await details.getByText('Closed without a picture').count()).toBe(0);
  expect(await details.getByRole('button', { name: 'Add Picture' }).count()).toBe(0);
  expect((await rowOf(made))?.proof).toContain('uploads/');
  await context.close();
});

describe('after a dispute', () => {
  it('a new picture is required; a used one is refused beside the field and another takes its place', async () => {
    const before = await nextPicture();
    const made = await report('Dripping Road');
    await addProof(portal, office, made, before);
    await close(made);
    await answerClosure(portal, token, made, 'It drips again.');
    const { context, dialog, field, save, sent } = await beginClosing('Dripping Road');
    await dialog.getByText('The reporter said it was not fixed', { exact: true }).waitFor();
    expect(await field.getAttribute('required')).not.toBeNull();
    await dialog.getByText('It drips again.', { exact: true }).waitFor();
    await dialog.getByLabel('Schedule On').fill('2027-04-06');
    await save.click();
    await dialog
      .getByRole('alert')
      .getByText(/Add a new picture of the work before closing it again/)
      .waitFor();
    expect(sent).toEqual([]);

    await field.setInputFiles(picked(before));
    await save.click();
    await dialog
      .getByRole('alert')
      .getByText('This picture was used before. Take a new one.', { exact: true })
      .waitFor();
    expect(sent.splice(0)).toEqual(['POST /reports/{id}/proof']);
    expect(await dialog.getByLabel('Status').inputValue()).toBe('Closed');
    expect(await dialog.getByLabel('Schedule On').inputValue()).toBe('2027-04-06');

    await field.setInputFiles(picked(await nextPicture()));
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    expect(await rowOf(made)).toMatchObject({ status: 'Closed', closure: 'claimed' });
    await context.close();
  });

  it('it is among the disputed reports, with the words on its card, until it was confirmed', async () => {
    const place = await newTehsil(portal);
    const writer = await join(portal, walk.newResident(place.tehsil));
    const made = await submitReport(portal, writer, jpeg, { location: 'Wet Road' });
    await changeReport(portal, place.office, made.id, { status: 'Closed' });
    const { page, context, faults } = await openOffice(browser, portal, place.office);
    await page.clock.install();
    await page.goto(dashboard);
    const card = cardOf(page, 'Wet Road');
    await card.waitFor();
    const filters = await page.getByRole('navigation').getByRole('button').allInnerTexts();
    const names = filters.map((name) => name.replace(/\s*\d+$/, ''));
    const added = ['Overdue Reports', 'Disputed Reports', 'My Tasks'];
    expect(names.slice(names.indexOf('Today Tasks'))).toEqual(['Today Tasks', ...added]);

    await answerClosure(portal, writer, made, 'Still wet.');
    await page.clock.runFor(31_000);
    await card.getByText('The reporter says it is not fixed', { exact: true }).waitFor();
    await card.getByText('Open', { exact: true }).waitFor();
    await page.getByText(/^The list changed at \d\d:\d\d\.$/).waitFor();
    await page.getByRole('button', { name: 'Disputed Reports 1' }).click();
    await page.getByRole('heading', { level: 1, name: 'Disputed Reports' }).waitFor();
    await card.waitFor();

    await addProof(portal, place.office, made, await nextPicture());
    await changeReport(portal, place.office, made.id, { status: 'Closed' });
    await answerClosure(portal, writer, made);
    await page.goto(dashboard);
    await card.getByText('Confirmed by the reporter', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Disputed Reports 0' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('one that comes while the dialog is open is shown, not overwritten', async () => {
    const made = await report('Late Road');
    await close(made);
    const { page, context } = await openOffice(browser, portal, office);
    await page.goto(dashboard);
    const dialog = await openEdit(page, 'Late Road');
    await answerClosure(portal, token, made, 'Nobody was here.');
    await dialog.getByLabel('Schedule On').fill('2027-04-06');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    const said = dialog.getByRole('status');
    await said.getByText('Open, not scheduled').waitFor();
    await said.getByText('The reporter says it is not fixed', { exact: true }).waitFor();
    await dialog.getByLabel('Picture of the finished work').waitFor();
    expect((await rowOf(made))?.status).toBe('Open');
    await context.close();
  });
});

describe('a picture is sent once', () => {
  it('when the change fails after it, and says so', async () => {
    const made = await disputed('Failing Road');
    const { page, context, dialog, field, save, sent } = await beginClosing('Failing Road');
    await field.setInputFiles(picked(await nextPicture()));
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
    expect(await rowOf(made)).toMatchObject({ status: 'Closed', closure: 'claimed' });
    await context.close();
  });

  it('when its answer is lost', async () => {
    const made = await disputed('Broken Road');
    const { page, context, dialog, field, save, sent } = await beginClosing('Broken Road');
    await dialog.getByText('It drips again.', { exact: true }).waitFor();
    await field.setInputFiles(picked(await nextPicture()));
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
    expect((await rowOf(made))?.proof).toContain('uploads/');
    await context.close();
  });

  it('when the tab was closed before the change, and the next one shows it', async () => {
    const made = await disputed('Left Road');
    const { image } = await addProof(portal, office, made, await nextPicture());
    const { context, dialog, field, save, sent } = await beginClosing('Left Road');
    await dialog.getByText('A picture was sent already. It is used unless you choose another.').waitFor();
    expect(await field.getAttribute('required')).toBeNull();
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toEqual(['PUT /reports/{id}']);
    expect((await rowOf(made))?.proof).toBe(image);
    await context.close();
  });

  it('when Save is pressed twice', async () => {
    await disputed('Twice Road');
    const { context, dialog, field, save, sent } = await beginClosing('Twice Road');
    await field.setInputFiles(picked(await nextPicture()));
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
  await disputed('Slow Road');
  const { page, context, dialog, field, save } = await beginClosing('Slow Road', 320);
  await field.setInputFiles(picked(await nextPicture()));
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

it.each([
  [413, { code: 'too_large' }, /larger than 10 MB/],
  [429, { code: 'too_many' }, /Too much was sent in a short time/],
  [401, { code: 'unauthorized' }, /Your session has ended/],
  [503, {}, /could not be sent/],
])('a picture that is refused with %i says why, and nothing chosen is lost', async (status, json, words) => {
  const road = `Refused Road ${status}`;
  await report(road);
  const { page, context, dialog, field, save } = await beginClosing(road);
  await dialog.getByLabel('Schedule On').fill('2027-04-06');
  await field.setInputFiles(picked(await nextPicture()));
  await page.route('**/reports/*/proof', (route) => route.fulfill({ status, json }), { times: 1 });
  await save.click();
  await dialog.getByText(words).waitFor();
  expect(await dialog.getByLabel('Schedule On').inputValue()).toBe('2027-04-06');
  await dialog.getByRole('img', { name: 'Preview of work.jpg' }).waitFor();
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  await context.close();
});

it('a picture that resembles that of another report is taken, and administrators are told', async () => {
  const number = 5000;
  const other = await report('First Twin Road');
  await addProof(portal, office, other, await drawPicture(browser, number));
  await report('Second Twin Road');
  const { page, context, dialog, field, save } = await beginClosing('Second Twin Road');
  await field.setInputFiles(picked(await drawPicture(browser, number, 60)));
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('status')
    .getByText(`This picture looks like one of ${other.reference}.`, { exact: true })
    .waitFor();
  await context.close();
});
