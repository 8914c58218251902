import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { cardOf, invitationOf, joinStaff, newTehsil, openOffice, startOffice } from '../../testing/admins.ts';
import { call, idIn } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { wrongByDay } from '../../testing/looks.ts';
import { newResident, openPage, password } from '../../testing/people.ts';

const { portal, browser, jpeg } = await startJourney();

/** The element that has the focus: `BODY` where it is lost. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

const rowOf = (page: Page, name: string) => page.getByRole('row', { name });

it('a head invites somebody, who joins and signs in; then gives another role, and disables the account', async () => {
  const { tehsil, office } = await newTehsil(portal);
  const { page, context, faults } = await openOffice(browser, portal, office);
  await page.goto(`${portal.portal}/adminDashboard`);
  await page.getByRole('link', { name: 'Staff' }).click();
  const { email } = newResident(tehsil);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await page.getByText(`The invitation was sent to ${email}.`).waitFor();
  await page.getByRole('listitem').filter({ hasText: email }).getByRole('button', { name: 'Withdraw' }).waitFor();
  expect(await wrongByDay(page)).toEqual([]);

  const theirs = await openPage(browser, 320);
  const link = await invitationOf(portal, email);
  await theirs.page.goto(link);
  await theirs.page.getByRole('heading', { name: `Join ${tehsil}` }).waitFor();
  await theirs.page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  expect(await focused(theirs.page)).toBe('MAIN');
  expect(theirs.page.url()).toBe(`${portal.portal}/adminjoin`);
  expect(await theirs.page.getByLabel('Email').inputValue()).toBe(email);
  expect(await wrongByDay(theirs.page)).toEqual([]);
  const again = await theirs.context.newPage();
  await again.goto(link);
  for (const tab of [theirs.page, again]) {
    await tab.getByLabel('First Name').fill('Rabia');
    await tab.getByLabel('Last Name').fill('Noor');
    await tab.getByRole('textbox', { name: 'Password' }).fill(password);
  }
  await theirs.page.getByRole('button', { name: 'Join' }).click();
  await theirs.page.getByText('You can sign in now.').waitFor();
  await again.getByRole('button', { name: 'Join' }).click();
  await again.getByText('This invitation was used, or it is over.').waitFor();
  await expect.poll(() => focused(again)).toBe('MAIN');
  await theirs.page.goto(link);
  await theirs.page.getByText('This invitation was used, or it is over.').waitFor();
  await theirs.context.close();

  await page.reload();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await page.getByText('An administrator has this address already.').first().waitFor();
  expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
  const row = rowOf(page, 'Rabia Noor');
  await row.getByLabel('Role').selectOption('crew');
  await row.getByText('Saved.').waitFor();
  await row.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await row.getByRole('button', { name: 'Enable' }).waitFor();
  const last = rowOf(page, '(you)');
  await last.getByLabel('Role').selectOption('clerk');
  await last.getByText('The office needs a head. Make somebody else head first.').waitFor();
  expect(await last.getByLabel('Role').inputValue()).toBe('head');
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
  await context.close();
});

it('a report cannot be given any more to somebody who was disabled just before', async () => {
  const { tehsil, office } = await newTehsil(portal);
  await joinStaff(portal, office, { ...newResident(tehsil), firstName: 'Rabia', lastName: 'Noor' }, 'clerk');
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(`${portal.portal}/adminDashboard`);
  const offered = page.getByLabel('Assigned to').locator('option', { hasText: 'Rabia Noor' });
  await offered.waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Staff' }).click();
  await rowOf(page, 'Rabia Noor').getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await rowOf(page, 'Rabia Noor').getByRole('button', { name: 'Enable' }).waitFor();
  await page.getByRole('link', { name: 'Administration Dashboard' }).click();
  await page.getByLabel('Assigned to').waitFor();
  await offered.waitFor({ state: 'detached' });
  await context.close();
});

it('a name that is one long word stays on a page of 320 px', async () => {
  const { tehsil, office } = await newTehsil(portal);
  const firstName = 'Abcdefghij'.repeat(8);
  await joinStaff(portal, office, { ...newResident(tehsil), firstName }, 'clerk');
  const { page, context } = await openOffice(browser, portal, office, 320);
  await page.goto(`${portal.portal}/adminStaff`);
  await page.getByText(firstName).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await context.close();
});

it('one invitation more than a day allows: the page says when the next one can be sent', async () => {
  const { tehsil, office } = await newTehsil(portal);
  const { page, context } = await openOffice(browser, portal, office);
  await page.route('**/api/staff/invitations', (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    return route.fulfill({ status: 429, json: { status: 429, code: 'over_request_rate_limit' } });
  });
  await page.goto(`${portal.portal}/adminStaff`);
  await page.getByLabel('Email').fill(newResident(tehsil).email);
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await page.getByRole('alert').getByText('Send the next one tomorrow.').waitFor();
  await context.close();
});

it('a role is saved once it is meant, without what came of an act before; the focus is not lost with a button that goes away', async () => {
  const { tehsil, office } = await newTehsil(portal);
  await joinStaff(portal, office, { ...newResident(tehsil), firstName: 'Rabia', lastName: 'Noor' }, 'crew');
  const { page, context } = await openOffice(browser, portal, office);
  let secondFactor = true;
  await page.route('**/api/staff', async (route) => {
    const response = await route.fetch();
    const people = (await response.json()) as object[];
    await route.fulfill({ response, json: people.map((one) => ({ ...one, secondFactor })) });
  });
  await page.route('**/api/staff/*/factor', (route) => route.fulfill({ status: 503 }));
  const warned: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()));
  const saved: unknown[] = [];
  page.on('request', (request) => request.method() === 'PUT' && saved.push(request.postDataJSON()));
  await page.goto(`${portal.portal}/adminStaff`);
  const row = rowOf(page, 'Rabia Noor');
  await row.getByRole('button', { name: 'Remove second factor' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove second factor' }).click();
  await row.getByText('The change was not taken.').waitFor();
  expect(warned.filter((text) => text.startsWith('The change was not taken:'))).toHaveLength(1);
  const role = row.getByLabel('Role');
  await role.focus();
  for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  await row.getByText('Saved.').waitFor();
  expect(await row.getByText('The change was not taken.').count()).toBe(0);
  expect(saved).toEqual([{ role: 'head' }]);
  expect(await role.evaluate((select) => select === document.activeElement)).toBe(true);

  await page.route('**/api/staff/*/factor', (route) => {
    secondFactor = false;
    return route.fulfill({ status: 204 });
  });
  const remove = rowOf(page, '(you)').getByRole('button', { name: 'Remove second factor' });
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove second factor' }).click();
  await remove.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('MAIN');
  // A list that is read again may be on its way.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});

it('clerks and crew see of the administration what they may', async () => {
  const { tehsil, office, report } = await startOffice(portal, jpeg);
  await report('Canal Road');
  const clerk = await openOffice(browser, portal, await joinStaff(portal, office, tehsil, 'clerk'));
  await clerk.page.goto(`${portal.portal}/adminDashboard`);
  await cardOf(clerk.page, 'Canal Road').waitFor();
  for (const name of ['Settings', 'Staff', 'Audit log'])
    expect(await clerk.page.getByRole('link', { name }).count()).toBe(0);
  expect(await clerk.page.getByRole('button', { name: 'Download CSV' }).count()).toBe(0);
  await clerk.page.evaluate(() => {
    window.print = () => undefined;
  });
  await clerk.page.getByRole('button', { name: 'Print list' }).click();
  const printed = clerk.page.getByRole('table', { includeHidden: true });
  await printed.waitFor({ state: 'attached' });
  expect(await printed.textContent()).toContain('Canal Road');
  expect(await printed.textContent()).not.toContain('Contact');
  for (const path of ['/adminStaff', '/adminSettings', '/adminAudit', '/myadmin']) {
    await clerk.page.goto(portal.portal + path);
    await clerk.page.getByText('Your role does not open this page.').waitFor();
  }
  await clerk.context.close();
});

it('the pages of who is given another role follow it without another sign-in, and say so', async () => {
  const { tehsil, office } = await newTehsil(portal);
  const token = await joinStaff(portal, office, tehsil, 'clerk');
  const give = (role: string) =>
    call(portal, `/api/staff/${idIn(token)}`, { method: 'PUT', json: { role }, token: office });
  const { page, context } = await openOffice(browser, portal, token);
  await page.goto(`${portal.portal}/adminStaff`);
  await page.getByText('Your role does not open this page.').waitFor();
  await give('head');
  await page.reload();
  await page.getByRole('heading', { name: 'Staff', exact: true }).waitFor();
  await give('crew');
  await page.getByLabel('Email').fill(newResident(tehsil).email);
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await page.getByText('Your role does not open this page.').waitFor();
  await page.getByText('Your role has changed. You are now: Crew.').waitFor();
  expect(await wrongByDay(page)).toEqual([]);
  // What was pressed went with the page, and the focus is not lost with it.
  expect(await focused(page)).toBe('MAIN');
  await page.getByRole('link', { name: 'Administration Dashboard' }).click();
  await page.getByRole('button', { name: 'My Tasks' }).waitFor();
  await page.getByText('Your role has changed. You are now: Crew.').waitFor();
  expect(await page.getByRole('button', { name: 'All Requests' }).count()).toBe(0);
  await context.close();
});
