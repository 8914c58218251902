import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newTehsil, openOffice } from '../../testing/admins.ts';
import { joinAdmin } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { linkIn, mailWith } from '../../testing/mailbox.ts';
import * as walk from '../../testing/people.ts';
import { violations } from '../../testing/violations.ts';

const { portal, browser } = await startJourney();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** The browser notes each refusal of the server; everything else that it notes is a fault. */
const own = (faults: string[]) => faults.filter((fault) => !fault.includes('Failed to load resource'));

async function newAdministrator() {
  const office = walk.newResident((await newTehsil(portal)).tehsil);
  return { office, token: await joinAdmin(portal, office) };
}

it('an administrator who forgot the password sets another by the mailed link, and signs in with it', async () => {
  const { office } = await newAdministrator();
  const { page, context, faults } = await walk.openPage(browser, 375);
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
  await page.getByRole('link', { name: 'Ask for a new link' }).waitFor();
  await walk.signInAdmin(page, portal, { ...office, password: 'another lantern by the canal' });
  expect(own(faults)).toEqual([]);
  await context.close();
});

it('an administrator changes the password, with the current one', async () => {
  const { office, token } = await newAdministrator();
  const { page, context, faults } = await openOffice(browser, portal, token);
  await page.goto(`${portal.portal}/adminDashboard`);
  await page.getByRole('link', { name: 'Account', exact: true }).click();
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
