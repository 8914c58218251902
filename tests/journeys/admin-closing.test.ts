/** Closing a report with a picture of the finished work: what is asked for, disputes, what others see. */
import { beforeAll, describe, expect, it } from 'vitest';
import { drawPicture } from '../../services/files/testing/photos.ts';
import { cardOf, newTehsil, openDetails, openEdit, openOffice } from '../../testing/admins.ts';
import { join } from '../../testing/calls.ts';
import { type Closing, startClosing } from '../../testing/closing-page.ts';
import { addProof, answerClosure, picked } from '../../testing/closures.ts';
import { startJourney } from '../../testing/journey.ts';
import { newResident } from '../../testing/people.ts';
import { changeReport, submitReport } from '../../testing/reports.ts';

const { portal, browser, jpeg } = await startJourney();
const dashboard = `${portal.portal}/adminDashboard`;
let closing: Closing;
beforeAll(async () => {
  closing = await startClosing(browser, portal, jpeg);
});

it('at 320 px the picture goes before the change, and everybody of the tehsil sees before, after and who it was', async () => {
  const road = 'Closing Road';
  const made = await closing.report(road);
  const { page, context, faults, dialog, field, save, sent } = await closing.beginClosing(road, 320);
  await dialog.getByText('The reporter will be asked whether it is fixed.', { exact: true }).waitFor();
  expect(await field.getAttribute('required')).toBeNull();
  await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await dialog.getByText('Please select a valid image file (JPEG/PNG).').waitFor();
  await field.setInputFiles(picked(await closing.nextPicture()));
  await dialog.getByRole('img', { name: 'Preview of work.jpg' }).waitFor();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  expect(await dialog.getByRole('img', { name: 'Preview of work.jpg' }).count()).toBe(0);
  await field.setInputFiles(picked(await closing.nextPicture()));
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  expect(sent).toEqual(['POST /reports/{id}/proof', 'PUT /reports/{id}']);
  const row = await closing.rowOf(made);
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

it('without a picture it is closed as well, says so, and takes one from the details later', async () => {
  const made = await closing.report('Bare Road');
  const { page, context, dialog, save, sent } = await closing.beginClosing('Bare Road');
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  expect(sent).toEqual(['PUT /reports/{id}']);
  await cardOf(page, 'Bare Road').getByText('Closed without a picture', { exact: true }).waitFor();
  const details = await openDetails(page, 'Bare Road');
  await details.getByRole('button', { name: 'Add Picture' }).click();
  await details.getByText('Choose a picture first.').waitFor();
  await details.getByLabel('Picture of the finished work').setInputFiles(picked(await closing.nextPicture()));
  await details.getByRole('button', { name: 'Add Picture' }).click();
  await details.getByRole('img', { name: 'After', exact: true }).waitFor();
  await details.getByText('The picture is added.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('DIALOG');
  expect(await details.getByText('Closed without a picture').count()).toBe(0);
  expect(await details.getByRole('button', { name: 'Add Picture' }).count()).toBe(0);
  expect((await closing.rowOf(made))?.proof).toContain('uploads/');
  await context.close();
});

describe('after a dispute', () => {
  it('a new picture is required; a used one is refused beside the field and another takes its place', async () => {
    const before = await closing.nextPicture();
    const made = await closing.report('Dripping Road');
    await addProof(portal, closing.office, made, before);
    await closing.close(made);
    await answerClosure(portal, closing.token, made, 'It drips again.');
    const { context, dialog, field, save, sent } = await closing.beginClosing('Dripping Road');
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

    await field.setInputFiles(picked(await closing.nextPicture()));
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    expect(await closing.rowOf(made)).toMatchObject({ status: 'Closed', closure: 'claimed' });
    await context.close();
  });

  it('it is among the disputed reports, with the words on its card, until it was confirmed', async () => {
    const place = await newTehsil(portal);
    const writer = await join(portal, newResident(place.tehsil));
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

    await page.getByRole('button', { name: 'Disputed Reports 0' }).waitFor();

    await answerClosure(portal, writer, made, 'Still wet.');
    await page.clock.runFor(31_000);
    await card.getByText('The reporter says it is not fixed', { exact: true }).waitFor();
    await card.getByText('Open', { exact: true }).waitFor();
    await page.getByText(/^The list changed at \d\d:\d\d\.$/).waitFor();
    await page.getByRole('button', { name: 'Disputed Reports 1' }).click();
    await page.getByRole('heading', { level: 1, name: 'Disputed Reports' }).waitFor();
    await card.waitFor();

    await addProof(portal, place.office, made, await closing.nextPicture());
    await changeReport(portal, place.office, made.id, { status: 'Closed' });
    await answerClosure(portal, writer, made);
    await page.goto(dashboard);
    await card.getByText('Confirmed by the reporter', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Disputed Reports 0' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('one that comes while the dialog is open is shown, not overwritten', async () => {
    const made = await closing.report('Late Road');
    await closing.close(made);
    const { page, context } = await openOffice(browser, portal, closing.office);
    await page.goto(dashboard);
    const dialog = await openEdit(page, 'Late Road');
    await answerClosure(portal, closing.token, made, 'Nobody was here.');
    await dialog.getByLabel('Schedule On').fill('2027-04-06');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    const said = dialog.getByRole('status');
    await said.getByText('Open, not scheduled').waitFor();
    await said.getByText('The reporter says it is not fixed', { exact: true }).waitFor();
    await dialog.getByLabel('Picture of the finished work').waitFor();
    expect((await closing.rowOf(made))?.status).toBe('Open');
    await context.close();
  });
});

it('a picture that resembles that of another report is taken, and administrators are told', async () => {
  const number = 5000;
  const twin = await drawPicture(number);
  const other = await submitReport(portal, closing.token, twin, { location: 'First Twin Road' });
  await closing.report('Second Twin Road');
  const { page, context, dialog, field, save } = await closing.beginClosing('Second Twin Road');
  await field.setInputFiles(picked(await drawPicture(number, 60)));
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('status')
    .getByText(`This picture looks like one of ${other.reference}.`, { exact: true })
    .waitFor();
  await page.reload();
  const details = await openDetails(page, 'Second Twin Road');
  await details.getByText(`This picture looks like one of ${other.reference}.`, { exact: true }).waitFor();
  await context.close();
});
