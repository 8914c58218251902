import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { call, join, tokenOf } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { desktop, phone } from '../../testing/looks.ts';
import { linkIn, mailsTo, mailWith } from '../../testing/mailbox.ts';
import * as people from '../../testing/people.ts';
import { openResident } from '../../testing/reports.ts';
import { violations } from '../../testing/violations.ts';

const { portal, browser } = await startJourney();

/** The browser notes each refusal of the server; everything else that it notes is a fault. */
const own = (faults: string[]) => faults.filter((fault) => !fault.includes('Failed to load resource'));
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
const part = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** On a phone in the colours of a dark room, and on a desktop in light ones: what axe says of colours does not hang on the width. */
async function expectAccessible(page: Page) {
  for (const [viewport, colorScheme] of [
    [phone, 'dark'],
    [desktop, 'light'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
}

it('signing up: what is wrong stands beside its field, nothing typed is lost, and the link of the mail lets in', async () => {
  const person = people.newResident('Mardan');
  const { page, context, faults } = await people.openPage(browser, phone.width);
  await page.goto(`${portal.portal}/signup`);
  await page.getByLabel('First Name').fill(person.firstName);
  await press(page, 'Create Account');
  expect(await focused(page)).toContain('Location is required.');
  expect(await page.getByLabel('First Name').getAttribute('aria-invalid')).toBeNull();
  await page.getByRole('link', { name: 'Location is required.' }).click();
  await page.keyboard.type(person.location);
  expect(await page.getByLabel('Location').inputValue()).toBe(person.location);
  expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
  expect(new URL(page.url()).hash).toBe('');
  await expectAccessible(page);

  await people.fillSignUp(page, { ...person, password: 'password123' });
  await press(page, 'Create Account');
  await page.getByRole('alert').waitFor();
  expect(await focused(page)).toMatch(/^Signup failed: /);
  const password = page.getByRole('textbox', { name: 'Password' });
  expect(await password.getAttribute('aria-invalid')).toBe('true');
  expect(await password.inputValue()).toBe('password123');
  expect(await page.getByLabel('Tehsil').inputValue()).toBe('Mardan');
  await expectAccessible(page);

  await password.fill(person.password);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/auth/v1/signup*', (route) => released.then(() => route.continue()));
  await press(page, 'Create Account');
  await page.getByRole('button', { name: 'Creating Account...' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Loading...');
  release();
  await page.waitForURL('**/email-verification');
  await people.expectText(page, person.email);
  await press(page, 'Resend Email');
  await page.getByText('Verification email sent. Please check your inbox.').waitFor();
  await expectAccessible(page);
  // The link in the second mail; the first is void.
  await expect.poll(() => mailsTo(portal.mailbox, person.email), { timeout: 20_000 }).toHaveLength(2);
  const mail = await mailWith(portal.mailbox, person.email, /^Confirm your email$/);
  await page.goto(linkIn(mail, '/auth/v1/verify'));
  await people.giveCredentials(page, person);
  await page.waitForURL('**/userDashboard');
  expect(own(faults)).toEqual([]);
  await context.close();
});

it('who leaves the sign-up while it is sent stays where they went', async () => {
  const { page, context } = await people.openPage(browser);
  await page.goto(`${portal.portal}/signup`);
  await people.fillSignUp(page, people.newResident('Mardan'));
  await people.leaveWhileSent(page, portal, '**/auth/v1/signup*', 'Create Account');
  expect(page.url()).toBe(`${portal.portal}/`);
  await context.close();
});

it('two presses of one moment sign up once', async () => {
  const { page, context } = await people.openPage(browser);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/signup')) asked += 1;
  });
  await page.goto(`${portal.portal}/signup`);
  await people.fillSignUp(page, people.newResident('Mardan'));
  await people.pressTwice(page.getByRole('button', { name: 'Create Account' }));
  await page.waitForURL('**/email-verification');
  expect(asked).toBe(1);
  await context.close();
});

it('a list of tehsils that comes late, or only when it is tried again, takes the focus from nobody', async () => {
  const { page, context } = await people.openPage(browser);
  const tehsil = page.getByLabel('Tehsil');
  const isThere = () => tehsil.locator('option[value="Mardan"]').waitFor({ state: 'attached' });
  const hasFocus = () => tehsil.evaluate((select) => select === document.activeElement);
  const names = '**/rest/v1/tehsils*';
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(names, (route) => released.then(() => route.continue()));
  await page.goto(`${portal.portal}/signup`);
  await tehsil.focus();
  release();
  await isThere();
  expect(await hasFocus()).toBe(true);

  await page.unroute(names);
  await page.route(names, (route) => route.abort());
  await page.reload();
  await page.getByText('The list of tehsils could not be loaded.').waitFor();
  await page.unroute(names);
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await isThere();
  expect(await hasFocus()).toBe(true);
  await context.close();
});

it('the profile: details, another address, another password, and the end', async () => {
  const person = people.newResident('Mardan');
  await join(portal, person);
  const { page, context, faults } = await openResident(browser, portal, person, phone.width);
  await page.goto(`${portal.portal}/profile`);

  const details = part(page, 'Your details');
  await details.getByLabel('Last Name').fill('Yousafzai');
  await details.getByLabel('Tehsil').selectOption('Katlang');
  await details.getByRole('button', { name: 'Save Changes' }).click();
  await details.getByText('Your details have been saved.').waitFor();
  await page.reload();
  expect(await details.getByLabel('Last Name').inputValue()).toBe('Yousafzai');
  await expect.poll(() => details.getByLabel('Tehsil').inputValue()).toBe('Katlang');

  const changed = { ...person, email: `new.${person.email}`, password: 'a second lantern' };
  const address = part(page, 'Email');
  await address.getByLabel('New Email').fill(changed.email);
  await address.getByLabel('Current Password').fill('not my password');
  await address.getByRole('button', { name: 'Change Email' }).click();
  await address.getByRole('alert').waitFor();
  expect(await address.getByLabel('New Email').inputValue()).toBe(changed.email);
  expect(await address.getByLabel('Current Password').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to your dashboard' }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect.poll(() => address.getByLabel('New Email').inputValue()).toBe(changed.email);
  await address.getByLabel('Current Password').fill(person.password);
  await address.getByRole('button', { name: 'Change Email' }).click();
  await address.getByText(`${changed.email} waits for confirmation`).waitFor();
  expect(await address.getByLabel('New Email').inputValue()).toBe('');
  const mail = await mailWith(portal.mailbox, changed.email, /^Confirm your new email$/);
  await page.goto(linkIn(mail, '/auth/v1/verify'));
  await page.waitForURL('**/profile');
  await page.getByText('Email changed successfully.').waitFor();
  await address.getByText(`Your email is ${changed.email}`).waitFor();

  // The one that the account was made with.
  const others = part(page, 'Sessions').getByRole('button', { name: 'Sign out everywhere else' });
  await others.waitFor();
  const password = part(page, 'Password');
  await password.getByLabel('Current Password').fill(person.password);
  await password.getByLabel('New Password').fill(changed.password);
  await password.getByRole('button', { name: 'Change Password' }).click();
  await password.getByText('Your password has been changed.').waitFor();
  await others.waitFor({ state: 'detached' });

  const end = part(page, 'Delete account');
  await end.getByLabel('Confirm Email').fill(person.email);
  await end.getByLabel('Current Password').fill(changed.password);
  await end.getByRole('button', { name: 'Delete Account' }).click();
  await end.getByRole('link', { name: `This is not ${changed.email}.` }).waitFor();
  await end.getByLabel('Confirm Email').fill(changed.email);
  await end.getByRole('button', { name: 'Delete Account' }).click();
  await page.waitForURL('**/signin');
  await page.getByRole('status').getByText('Your account was deleted successfully.').waitFor();
  await people.giveCredentials(page, changed);
  await page.getByText('Invalid email or password. Please try again.').waitFor();
  expect(own(faults)).toEqual([]);
  await context.close();
});

it('a forgotten password: the link is spent by a new password, not by being opened', async () => {
  const person = people.newResident('Mardan');
  await join(portal, person);
  const { page, context, faults } = await people.openPage(browser, phone.width);
  await page.goto(`${portal.portal}/signin`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await press(page, 'Send Reset Link');
  expect(await focused(page)).toContain('Email is required.');
  await page.getByLabel('Email').fill(person.email);
  await press(page, 'Send Reset Link');
  await page.getByRole('status').waitFor();
  await expectAccessible(page);

  const link = linkIn(await mailWith(portal.mailbox, person.email, /^Reset your password$/), '/reset-password');
  expect(link).toMatch(/\/reset-password#token_hash=[\w-]+$/);
  await page.goto(link);
  await page.waitForURL((url) => url.hash === '');
  const password = page.getByRole('textbox', { name: 'New Password' });
  await password.fill('short');
  await page.getByText('Too short: use at least 8 characters.').waitFor();
  await password.fill('a third lantern');
  await press(page, 'Show new password');
  expect(await password.getAttribute('type')).toBe('text');
  await expectAccessible(page);
  await press(page, 'Save Password');
  await page.getByRole('status').getByText('Your password has been changed.').waitFor();
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await page.waitForURL('**/userDashboard');

  await page.goto(link);
  await password.fill('a fourth lantern');
  await press(page, 'Save Password');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Email').waitFor();
  await call(portal, '/auth/v1/token?grant_type=password', {
    json: { email: person.email, password: 'a third lantern' },
  });
  expect(own(faults)).toEqual([]);
  await context.close();
});

it('a new password is that of the link, whoever signs in in another tab before it is saved', async () => {
  const [person, neighbour] = [people.newResident('Mardan'), people.newResident('Mardan')];
  for (const one of [person, neighbour]) await join(portal, one);
  await call(portal, '/auth/v1/recover', { json: { email: person.email } });
  const link = linkIn(await mailWith(portal.mailbox, person.email, /^Reset your password$/), '/reset-password');
  const { page, context } = await people.openPage(browser, desktop.width);
  await page.goto(link);
  const password = page.getByRole('textbox', { name: 'New Password' });
  // Refused by the server alone: the link is used by then.
  await password.fill('password123');
  await press(page, 'Save Password');
  await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');

  const other = await context.newPage();
  await other.goto(portal.portal);
  await other.evaluate(() => localStorage.clear());
  await people.signIn(other, portal, neighbour);
  await password.fill('a third lantern');
  await press(page, 'Save Password');
  await page.getByRole('alert').getByText('This link has expired').waitFor();
  await tokenOf(portal, neighbour);
  await context.close();
});

it('a confirmation link that has expired says so and offers another', async () => {
  const { page, context, faults } = await people.openPage(browser, phone.width);
  await page.goto(`${portal.portal}/auth/v1/verify?type=signup&token=spent`);
  await page
    .getByRole('alert')
    .getByText(/expired/)
    .waitFor();
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await press(page, 'Resend Email');
  expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await page.getByLabel('Email').fill(people.newResident('Mardan').email);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/resend')) asked += 1;
  });
  await people.pressTwice(page.getByRole('button', { name: 'Resend Email' }));
  await page.getByText('Verification email sent. Please check your inbox.').waitFor();
  expect([asked, faults]).toEqual([1, []]);
  await context.close();
});

it.each([
  ['/signin', 'Sign In', ['username', 'current-password']],
  ['/adminsignin', 'Sign In as Admin', ['username', 'current-password']],
  ['/adminsignup', 'Create Admin Account', ['username', 'new-password']],
  ['/myadmin', 'Add Tehsil', []],
])('%s sent empty names each field in its head and beside it', async (path, button, autoComplete) => {
  const { page, context, faults } = await people.openPage(browser, phone.width);
  await page.goto(portal.portal + path);
  await press(page, button);
  const controls = page.locator('form [required]');
  const count = await controls.count();
  expect((await focused(page)).match(/is required\./g)).toHaveLength(count);
  for (const control of await controls.all()) {
    const describedBy = (await control.getAttribute('aria-describedby'))?.split(' ').at(-1);
    expect(await page.locator(`[id="${describedBy}"]`).textContent()).toMatch(/is required\.$/);
  }
  for (const value of autoComplete) expect(await page.locator(`[autocomplete="${value}"]`).count()).toBe(1);
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();
});
