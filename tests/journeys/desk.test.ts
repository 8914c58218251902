/** The desk of administrators: search and selects in the address, who a report is assigned to, notes, the list as a file and on paper. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cardOf, newTehsil, openOffice } from '../../testing/admins.ts';
import { openBrowser } from '../../testing/browser.ts';
import { call, join, joinAdmin } from '../../testing/calls.ts';
import { mailWith } from '../../testing/mailbox.ts';
import * as walk from '../../testing/people.ts';
import { changeReport, type Report, submitReport } from '../../testing/reports.ts';

interface Admin {
  id: string;
  name: string;
  you: boolean;
}

const portal = inject('portal');
const dashboard = `${portal.portal}/adminDashboard`;
let browser: Browser;
let jpeg: Buffer;
let tehsil = '';
let office = '';
let colleague = '';
let resident = '';
let bilal: Admin;
let bilalsAddress = '';
const sana = walk.newResident('');

beforeAll(async () => {
  browser = await openBrowser();
  jpeg = (await walk.makeFiles(browser)).jpeg;
  ({ tehsil, office } = await newTehsil(portal));
  const shah = { ...walk.newResident(tehsil), firstName: 'Bilal', lastName: 'Shah' };
  bilalsAddress = shah.email;
  colleague = await joinAdmin(portal, shah);
  const admins = await call<Admin[]>(portal, '/api/admins', { token: colleague });
  bilal = admins.find(({ you }) => you) ?? { id: '', name: '', you: false };
  sana.tehsil = tehsil;
  resident = await join(portal, sana);
  await report('Bank Road', { description: 'The pipe at the corner leaks.', issue: 'Water Supply Problem' });
  await report('Canal Bank', { description: 'A pipeline is open.', issue: 'Side Walk Repair' });
  await report('Mall Road', { description: '=Dark, since "Monday", all night.', issue: 'Street Lights Repair' });
  await report('پانی والی گلی', { description: 'گلی میں پانی کھڑا ہے', issue: 'Water Supply Problem' });
});
afterAll(() => browser?.close());

const report = (location: string, texts: Record<string, string> = {}) =>
  submitReport(portal, resident, jpeg, { location, ...texts });
const assign = ({ id }: Report, assignee: string | null, token = office) =>
  call(portal, `/reports/${id}/assignee`, { method: 'PUT', token, json: { assignee } });
const historyOf = ({ id }: Report, token: string) =>
  call<{ kind: string; text: string | null }[]>(portal, `/reports/${id}/history`, { token });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const choose = (page: Page, filter: string) =>
  page.getByRole('button', { name: new RegExp(`^${filter} \\d+$`) }).click();

async function openDetails(page: Page, road: string) {
  await cardOf(page, road).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

describe('search and selects', () => {
  it('narrow the list, are in the address, and stay through filters, Back and reload', async () => {
    const { page, context, faults } = await openOffice(browser, portal, office);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/adminrequests' && searchParams.has('q')) asked.push(searchParams.get('q') ?? '');
    });
    await page.goto(dashboard);
    await cardOf(page, 'Bank Road').waitFor();
    const search = page.getByRole('search');
    const field = search.getByLabel('Search reports');
    const found = search.getByRole('status');
    const steps = await page.evaluate(() => history.length);

    await field.pressSequentially('p');
    await found.getByText('Type at least two characters').waitFor();
    await field.fill('--');
    await found.getByText('Type at least two characters').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await field.fill('');
    await field.pressSequentially('pipe', { delay: 20 });
    await found.getByText('2 found').waitFor();
    expect(asked).toEqual(['pipe']);
    expect(await page.getByRole('article').count()).toBe(2);
    await search.getByLabel('Issue Type').selectOption('Side Walk Repair');
    await found.getByText('1 found').waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ q: 'pipe', issue: 'Side Walk Repair' });
    expect(await page.evaluate(() => history.length)).toBe(steps);

    await choose(page, 'Dropped Reports');
    await found.getByText('0 found').waitFor();
    await walk.expectText(page, 'No reports match the current filter criteria.');
    await page.goBack();
    await heading(page, 'All Requests');
    await found.getByText('1 found').waitFor();
    await page.reload();
    await found.getByText('1 found').waitFor();
    expect(await field.inputValue()).toBe('pipe');
    expect(await search.getByLabel('Issue Type').inputValue()).toBe('Side Walk Repair');
    // The badges count the whole list.
    await page.getByRole('button', { name: /^All Requests [4-9]/ }).waitFor();

    await field.press('Escape');
    await search.getByLabel('Issue Type').selectOption('All types');
    await cardOf(page, 'Mall Road').waitFor();
    expect(await field.inputValue()).toBe('');
    expect(new URL(page.url()).search).toBe('');
    await field.fill('پانی');
    await found.getByText('1 found').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('a link shows the same to a colleague who signs in first; what nobody knows in it is ignored', async () => {
    const made = await report('Link Road', { description: 'A lantern is broken.' });
    await assign(made, bilal.id);
    const ali = walk.newResident(tehsil);
    await joinAdmin(portal, ali);
    const { page, context } = await walk.openPage(browser);
    await page.goto(`${dashboard}?filter=pending&q=lantern&assignee=${bilal.id}`);
    await page.waitForURL('**/adminsignin');
    await page.getByLabel('Email').fill(ali.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(ali.password);
    await page.getByRole('button', { name: 'Sign In as Admin' }).click();
    const search = page.getByRole('search');
    await search.getByRole('status').getByText('1 found').waitFor();
    await cardOf(page, 'Link Road').getByText('Assigned to Bilal Shah').waitFor();
    expect(await search.getByLabel('Assigned to').inputValue()).toBe(bilal.id);

    await page.goto(`${dashboard}?q=x&issue=Dragons&assignee=019f30a5-ab69-7af5-8adf-dc79b8d9b128`);
    await cardOf(page, 'Bank Road').waitFor();
    expect(await search.getByLabel('Assigned to').inputValue()).toBe('');
    await context.close();
  });

  it('what is not to be read is said, and tried again', async () => {
    const { page, context } = await openOffice(browser, portal, office, 320);
    await page.goto(dashboard);
    await cardOf(page, 'Bank Road').waitFor();
    await page.route(/\/adminrequests\?/, (route) => route.fulfill({ status: 503 }));
    await page.getByLabel('Search reports').fill('canal');
    await walk.expectText(page, 'The reports could not be loaded.');
    expect(await page.getByLabel('Search reports').inputValue()).toBe('canal');
    await page.unroute(/\/adminrequests\?/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await cardOf(page, 'Canal Bank').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await context.close();
  });
});

describe('assignment', () => {
  it('is saved at once; of two administrators the second sees what the first did', async () => {
    const made = await report('Shared Road');
    const { page, context } = await openOffice(browser, portal, office);
    await page.goto(dashboard);
    const dialog = await openDetails(page, 'Shared Road');
    const select = dialog.getByLabel('Assigned to');
    // The details are to be read first: an arrow key must not assign the report.
    expect(await select.evaluate((control) => control === document.activeElement)).toBe(false);
    expect(await select.locator('option').first().textContent()).toBe('Nobody');

    await assign(made, bilal.id, colleague);
    await select.selectOption('Sana Khan');
    await dialog.getByText('Somebody else changed this report. It is shown as it is now.').waitFor();
    expect(await select.inputValue()).toBe(bilal.id);
    await select.selectOption('Sana Khan');
    await dialog.getByText('Saved.', { exact: true }).waitFor();
    await dialog.getByRole('list', { name: 'History' }).getByText('Assigned to Sana Khan').waitFor();
    expect((await historyOf(made, office)).map(({ kind, text }) => [kind, text])).toEqual([
      ['created', null],
      ['assigned', 'Bilal Shah'],
      ['assigned', 'Sana Khan'],
    ]);
    await page.keyboard.press('Escape');
    await cardOf(page, 'Shared Road').getByText('Assigned to Sana Khan').waitFor();
    await page.getByRole('button', { name: 'My Tasks 1' }).click();
    await cardOf(page, 'Shared Road').waitFor();

    // It leaves the list; what is open is shown as it is.
    const again = await openDetails(page, 'Shared Road');
    await again.getByLabel('Assigned to').selectOption('Nobody');
    await again.getByText('Saved.', { exact: true }).waitFor();
    await again.getByText('Assigned to nobody').waitFor();
    expect(await again.getByLabel('Assigned to').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await walk.expectText(page, 'No reports match the current filter criteria.');
    await context.close();
  });

  it('goes back where it fails, and by the arrow keys only the last choice is saved', async () => {
    const made = await report('Fragile Road');
    const { page, context } = await openOffice(browser, portal, office);
    await page.goto(dashboard);
    const dialog = await openDetails(page, 'Fragile Road');
    const select = dialog.getByLabel('Assigned to');
    await page.route('**/assignee', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await select.selectOption('Bilal Shah');
    await dialog.getByText('This could not be saved. It is as it was before: try again.').waitFor();
    expect(await select.inputValue()).toBe('');

    await select.selectOption('Bilal Shah');
    await dialog.getByText('Saved.', { exact: true }).waitFor();
    await mailWith(portal.mailbox, bilalsAddress, new RegExp(`^${made.reference} is yours now$`));
    await select.selectOption('Nobody');
    await dialog.getByText('Assigned to nobody').waitFor();
    await dialog.getByText('Saved.', { exact: true }).waitFor();

    const names = await select.locator('option').allTextContents();
    await select.focus();
    for (const _ of names.slice(1)) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await dialog.getByText('Saved.', { exact: true }).waitFor();
    const assigned = (await historyOf(made, office)).filter(({ kind }) => kind === 'assigned');
    expect(assigned.map(({ text }) => text)).toEqual(['Bilal Shah', null, names.at(-1)]);
    await context.close();
  });
});

describe('notes', () => {
  it('private or for the reporter, once, and in the history at once', async () => {
    const made = await report('Noted Road');
    const { page, context } = await openOffice(browser, portal, office);
    await page.goto(dashboard);
    const dialog = await openDetails(page, 'Noted Road');
    const entries = dialog.getByRole('list', { name: 'History' }).getByRole('listitem');
    await dialog.getByRole('button', { name: 'Add Note' }).click();
    await dialog.getByText('Write the note first.').waitFor();
    await dialog.getByLabel('Add a note').fill('The pump is ordered.');
    await dialog.getByRole('button', { name: 'Add Note' }).dblclick();
    await entries.filter({ hasText: 'The pump is ordered.' }).waitFor();
    await dialog.getByText('The note is added.').waitFor();
    expect(await dialog.getByLabel('Add a note').inputValue()).toBe('');
    await dialog.getByLabel('Add a note').fill('Somebody comes on Monday.');
    await dialog.getByLabel('The reporter can read it').check();
    await dialog.getByRole('button', { name: 'Add Note' }).click();
    await entries.filter({ hasText: 'Somebody comes on Monday.' }).waitFor();
    const notes = (of: { kind: string; text: string | null }[]) =>
      of.filter(({ kind }) => kind === 'noted').map(({ text }) => text);
    expect(notes(await historyOf(made, office))).toEqual(['The pump is ordered.', 'Somebody comes on Monday.']);
    expect(notes(await historyOf(made, resident))).toEqual(['Somebody comes on Monday.']);
    const mail = await mailWith(
      portal.mailbox,
      sana.email,
      new RegExp(`^A message about your report ${made.reference}$`),
    );
    expect(mail.text).toContain('Somebody comes on Monday.');
    expect(mail.text).not.toContain('The pump is ordered.');
    await context.close();
  });

  it('are not lost where they fail or the dialog is closed, and not doubled where no answer came', async () => {
    const made = await report('Broken Road');
    const { page, context } = await openOffice(browser, portal, office, 320);
    await page.goto(dashboard);
    let dialog = await openDetails(page, 'Broken Road');
    await dialog.getByLabel('Add a note').fill('Written in part');
    await dialog.getByLabel('The reporter can read it').check();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    dialog = await openDetails(page, 'Broken Road');
    expect(await dialog.getByLabel('Add a note').inputValue()).toBe('Written in part');
    expect(await dialog.getByLabel('The reporter can read it').isChecked()).toBe(true);

    // It arrives, and its answer does not.
    await page.route(
      '**/notes',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await dialog.getByLabel('Add a note').fill('Written whole.');
    await dialog.getByRole('button', { name: 'Add Note' }).click();
    await dialog.getByText('The note could not be added. Nothing you wrote is lost: try again.').waitFor();
    expect(await dialog.getByLabel('Add a note').inputValue()).toBe('Written whole.');
    await dialog.getByRole('button', { name: 'Add Note' }).click();
    await dialog.getByText('The note is added.').waitFor();
    expect((await historyOf(made, office)).filter(({ kind }) => kind === 'noted')).toHaveLength(1);
    await context.close();
  });
});

describe('the list as it is chosen', () => {
  it('is a file under the name that the server gives; a refusal is said in words', async () => {
    const { page, context } = await openOffice(browser, portal, office);
    await page.goto(`${dashboard}?issue=Street+Lights+Repair`);
    await cardOf(page, 'Mall Road').waitFor();
    const button = page.getByRole('button', { name: 'Download CSV' });
    await page.route(/\.csv/, (route) => route.fulfill({ status: 429 }), { times: 1 });
    await button.click();
    await walk.expectText(page, 'Another list of yours is still being made');
    const [saved] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(saved.suggestedFilename()).toMatch(/^reports-Tehsil \d+-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"'=Dark, since ""Monday"", all night."`);
    await context.close();
  });

  it('is printed on A4: one line a report with its contact and a box, without pictures and the page around', async () => {
    const { page, context, faults } = await openOffice(browser, portal, office);
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-asked', '');
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${dashboard}?q=road`);
    await cardOf(page, 'Bank Road').waitFor();
    await page.getByRole('button', { name: 'Print list' }).dblclick();
    await page.locator('body[data-asked]').waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const table = page.getByRole('table');
    await table.waitFor();
    const row = table.getByRole('row').filter({ hasText: 'Mall Road' });
    for (const text of ['Street Lights Repair', '=Dark, since "Monday", all night.', sana.phone])
      await row.getByText(text, { exact: true }).waitFor();
    expect(await row.getByRole('cell').first().textContent()).toMatch(/^TMA-[0-9A-Z]{8}$/);
    expect(await table.getByRole('row').filter({ hasText: 'Canal Bank' }).count()).toBe(0);
    for (const hidden of ['navigation', 'banner', 'search', 'article', 'img'] as const)
      expect(await page.getByRole(hidden).count(), hidden).toBe(0);
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
    const [, width, height] = /\/MediaBox \[0 0 (\d+)[.\d]* (\d+)/.exec(pdf) ?? [];
    expect([width, height]).toEqual(['594', '841']);
    await page.emulateMedia({ media: 'screen' });
    expect(await table.isVisible()).toBe(false);
    await page.getByLabel('Search reports').press('End');
    await table.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await context.close();
  });
});

it('what another administrator does is shown without a reload', async () => {
  const made = await report('Busy Road');
  const { page, context } = await openOffice(browser, portal, office);
  await page.clock.install();
  await page.goto(`${dashboard}?q=busy`);
  await openDetails(page, 'Busy Road');
  await assign(made, bilal.id, colleague);
  await call(portal, `/reports/${made.id}/notes`, { token: colleague, json: { text: 'I look after it.' } });
  await changeReport(portal, colleague, made.id, { status: 'In Progress' });
  await page.clock.fastForward(31_000);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('I look after it.').waitFor();
  await dialog.getByText('Status: In Progress').waitFor();
  await expect.poll(() => dialog.getByLabel('Assigned to').inputValue()).toBe(bilal.id);
  await context.close();
});

it('what fails after its dialog was closed is said, and is there when it is opened again', async () => {
  await report('Left Road');
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(dashboard);
  let dialog = await openDetails(page, 'Left Road');
  const { promise: sent, resolve } = Promise.withResolvers<Route>();
  await page.route('**/notes', resolve, { times: 1 });
  await dialog.getByLabel('Add a note').fill('Sent from far away.');
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  const held = await sent;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await held.fulfill({ status: 503 });
  await walk.expectText(page, 'The changes of Water Supply Problem could not be saved.');
  await page.getByRole('button', { name: 'Edit again' }).click();
  dialog = page.getByRole('dialog');
  await dialog.getByText('The note could not be added. Nothing you wrote is lost: try again.').waitFor();
  expect(await dialog.getByLabel('Add a note').inputValue()).toBe('Sent from far away.');
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  await dialog.getByText('The note is added.').waitFor();
  await context.close();
});
