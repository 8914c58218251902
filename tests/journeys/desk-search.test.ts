/** The list of administrators as they choose it: search and selects in the address, as a file and on paper. */
import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cardOf, openOffice, startDesk } from '../../testing/admins.ts';
import { joinAdmin } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';

const { portal, browser, jpeg } = await startJourney();
const dashboard = `${portal.portal}/adminDashboard`;
const { tehsil, office, bilal, resident, report, assign } = await startDesk(portal, jpeg);

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const choose = (page: Page, filter: string) =>
  page.getByRole('button', { name: new RegExp(`^${filter} \\d+$`) }).click();

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
    await people.expectText(page, 'No reports match the current filter criteria.');
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
    const ali = people.newResident(tehsil);
    await joinAdmin(portal, ali);
    const { page, context } = await people.openPage(browser);
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
    await people.expectText(page, 'The reports could not be loaded.');
    expect(await page.getByLabel('Search reports').inputValue()).toBe('canal');
    await page.unroute(/\/adminrequests\?/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await cardOf(page, 'Canal Bank').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
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
    await people.expectText(page, 'Another list of yours is still being made');
    const [saved] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(saved.suggestedFilename()).toMatch(/^reports-Tehsil \d+-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"'=Dark, since ""Monday"", all night."`);
    await context.close();
  });

  it('takes the focus from nobody who goes on elsewhere on the page until it is made', async () => {
    const { page, context } = await openOffice(browser, portal, office);
    await page.goto(dashboard);
    await cardOf(page, 'Bank Road').waitFor();
    const button = page.getByRole('button', { name: 'Download CSV' });
    const { promise: asked, resolve } = Promise.withResolvers<Route>();
    await page.route(/\.csv/, resolve, { times: 1 });
    await button.click();
    const held = await asked;
    await page.getByRole('heading', { level: 1 }).click();
    await Promise.all([page.waitForEvent('download'), held.continue()]);
    await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
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
    for (const text of ['Street Lights Repair', '=Dark, since "Monday", all night.', resident.phone])
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

  it('is printed up to a thousand reports, and says that there are more', async () => {
    const { page, context } = await openOffice(browser, portal, office);
    await page.addInitScript(() => {
      window.print = () => undefined;
    });
    const lines = Array.from({ length: 1001 }, (_, number) => `TMA-${number},Mall Road,Side Walk Repair,Dark,0300`);
    const body = ['reference,location,issue,description,contact', ...lines].join('\r\n');
    await page.route(/\.csv/, (route) => route.fulfill({ contentType: 'text/csv', body }));
    await page.goto(dashboard);
    await page.getByRole('button', { name: 'Print list' }).click();
    await page.getByText('The first 1000 reports, there are more').waitFor({ state: 'attached' });
    const table = page.getByRole('table', { includeHidden: true });
    // One of them is the head.
    expect(await table.getByRole('row', { includeHidden: true }).count()).toBe(1001);
    await context.close();
  });

  it('is printed under the name of its filter, also where another was chosen meanwhile', async () => {
    const { page, context } = await openOffice(browser, portal, office);
    await page.addInitScript(() => {
      window.print = () => undefined;
    });
    await page.goto(dashboard);
    await cardOf(page, 'Bank Road').waitFor();
    const { promise: asked, resolve } = Promise.withResolvers<Route>();
    await page.route(/\.csv/, resolve, { times: 1 });
    await page.getByRole('button', { name: 'Print list' }).click();
    const held = await asked;
    await choose(page, 'Dropped Reports');
    await heading(page, 'Dropped Reports');
    await held.continue();
    await page.locator('h1', { hasText: `${tehsil}: All Requests` }).waitFor({ state: 'attached' });
    await context.close();
  });
});
