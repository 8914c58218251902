import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newTehsil, openOffice } from '../../testing/admins.ts';
import { call, join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { linkIn, mailWith } from '../../testing/mailbox.ts';
import * as people from '../../testing/people.ts';
import { violations } from '../../testing/violations.ts';

const { portal, browser } = await startJourney();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** The browser notes each refusal of the server; everything else that it notes is a fault. */
const own = (faults: string[]) => faults.filter((fault) => !fault.includes('Failed to load resource'));

it('an administrator who forgot the password sets another by the mailed link, and signs in with it', async () => {
  const { head: office } = await newTehsil(portal);
  const { page, context, faults } = await people.openPage(browser, 375);
  await page.goto(`${portal.portal}/adminsignin`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.waitForURL('**/adminrecover');
  await page.getByLabel('Email').fill(office.email);
  expect(await violations(page)).toEqual([]);
  await press(page, 'Send Reset Link');
  await page.getByRole('status').waitFor();

  const link = linkIn(await mailWith(portal.mailbox, office.email, /^Reset your password$/), '/adminreset');
  expect(link).toMatch(/\/adminreset#[\w-]+$/);
  await page.goto(link);
  await page.waitForURL((url) => url.hash === '');
  const password = page.getByRole('textbox', { name: 'New password' });
  await password.fill('another lantern by the canal');
  expect(await violations(page)).toEqual([]);
  await press(page, 'Save Password');
  await page.getByRole('status').getByText('Your password has been changed. You can sign in now.').waitFor();
  await mailWith(portal.mailbox, office.email, /^Your password was changed$/);

  await page.getByRole('link', { name: 'Admin Sign In' }).click();
  await page.waitForURL('**/adminsignin');
  await page.goto(link);
  await password.fill('a third lantern by the canal');
  await press(page, 'Save Password');
  await page.getByRole('alert').getByText('This link has expired or was used already.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  await page.getByRole('link', { name: 'Ask for a new link' }).waitFor();
  await people.signInAdmin(page, portal, { ...office, password: 'another lantern by the canal' });
  expect(own(faults)).toEqual([]);
  await context.close();
});

it('an administrator changes the password, with the current one', async () => {
  const { head: office, office: token } = await newTehsil(portal);
  const { page, context, faults } = await openOffice(browser, portal, token);
  await page.goto(`${portal.portal}/adminDashboard`);
  await page.getByRole('banner').getByRole('link', { name: 'Account', exact: true }).click();
  await page.waitForURL('**/adminAccount');
  const current = page.getByRole('textbox', { name: 'Current password' });
  await current.fill('not the password of it');
  await page.getByRole('textbox', { name: 'New password' }).fill('another lantern by the canal');
  await press(page, 'Change Password');
  await page.getByRole('alert').waitFor();
  expect(await current.getAttribute('aria-invalid')).toBe('true');
  expect(await violations(page)).toEqual([]);
  await current.fill(office.password);
  await press(page, 'Change Password');
  await page.getByRole('status').getByText('Your password has been changed.').waitFor();
  expect(own(faults)).toEqual([]);
  await context.close();
});

it('an administrator sees where they are signed in, and ends each session or all others', async () => {
  const { head: office, office: token } = await newTehsil(portal);
  const others = [];
  for (let count = 0; count < 3; count += 1) {
    const json = { Email: office.email, Password: office.password };
    others.push(((await call(portal, '/adminsignin', { json })) as { Token: string }).Token);
  }
  const { page, context, faults } = await openOffice(browser, portal, token, 320);
  await page.goto(`${portal.portal}/adminAccount`);
  const lines = page.getByRole('list', { name: 'Signed in on' }).getByRole('listitem');
  await expect.poll(() => lines.count()).toBe(4);
  expect(await violations(page)).toEqual([]);
  await lines.first().getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('status').getByText('Signed out.').waitFor();
  await expect.poll(() => lines.count()).toBe(3);
  await press(page, 'Sign out everywhere else');
  await expect.poll(() => lines.allInnerTexts()).toEqual([expect.stringContaining('this browser')]);
  const left = await Promise.all(
    others.map(async (one) => {
      const headers = { authorization: `Bearer ${one}` };
      return (await fetch(`${portal.portal}/adminrequests/counts`, { headers })).status;
    }),
  );
  expect(left).not.toContain(200);
  await lines.first().getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/adminsignin');
  expect(own(faults)).toEqual([]);
  await context.close();
});

it('so does a resident, on the profile', async () => {
  const person = people.newResident('Mardan');
  const token = await join(portal, person);
  const { page, context } = await people.openPage(browser, 375);
  await people.signIn(page, portal, person);
  await page.goto(`${portal.portal}/profile`);
  const lines = page.getByRole('list', { name: 'Signed in on' }).getByRole('listitem');
  await lines.first().getByText('Chrome on Linux').waitFor();
  await press(page, 'Sign out everywhere else');
  await expect.poll(() => lines.count()).toBe(1);
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${portal.portal}/rest/v1/usersdb`, { headers })).status).toBe(401);
  expect(await violations(page)).toEqual([]);
  await lines.first().getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/signin');
  await context.close();
});
