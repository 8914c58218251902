/** Sessions over several tabs, and what becomes of what is being typed when one ends. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openOffice } from '../../testing/admins.ts';
import { adminTokenOf, call, join, joinAdmin } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { enter, openResident } from '../../testing/reports.ts';

const { portal, browser } = await startJourney();
const person = people.newResident('Mardan');
const admin = people.newResident('Mardan');

beforeAll(async () => {
  await join(portal, person);
  await joinAdmin(portal, admin);
});

/** A page of the person, who is signed in. */
const begin = (width?: number) => openResident(browser, portal, person, width);
const stored = (page: Page, name: string) => page.evaluate((name) => localStorage.getItem(name), name);
const residentToken = async (page: Page) =>
  (JSON.parse((await stored(page, 'sb-localhost-auth-token')) ?? '{}') as { access_token?: string }).access_token;

it('signing out in one tab signs out the others, and signing in there signs them in', async () => {
  const { page, context, faults } = await begin();
  await page.goto(`${portal.portal}/userDashboard`);
  const other = await context.newPage();
  await other.goto(`${portal.portal}/allrequests`);
  await other.getByRole('button', { name: 'Log Out' }).waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${portal.portal}/`);
  await other.waitForURL('**/signin');
  await other.getByRole('button', { name: 'Sign In' }).waitFor();
  expect(await residentToken(other)).toBeUndefined();

  await people.giveCredentials(other, person);
  await other.waitForURL('**/allrequests');
  await page.goto(`${portal.portal}/signin`);
  await page.waitForURL('**/userDashboard');
  expect(faults).toEqual([]);
  await context.close();
});

it("an administrator's sign-out reaches the other tabs as well", async () => {
  const { page, context, faults } = await people.openPage(browser);
  await people.signInAdmin(page, portal, admin);
  const other = await context.newPage();
  await other.goto(`${portal.portal}/adminDashboard`);
  const form = await context.newPage();
  await form.goto(`${portal.portal}/myadmin`);
  await form.getByLabel('Tehsil Name').fill('Rustam Bala');
  expect(await form.getByLabel('Admin Secret Key').count()).toBe(0);
  await other.getByRole('button', { name: 'Logout' }).click();
  await other.waitForURL(`${portal.portal}/`);
  await page.waitForURL('**/adminsignin');
  expect(await stored(page, 'AdminEmail')).toBeNull();
  await form.getByLabel('Admin Secret Key').waitFor();
  expect(await form.getByLabel('Tehsil Name').inputValue()).toBe('Rustam Bala');
  expect(faults).toEqual([]);
  await context.close();
});

it.each([
  ['a resident', people.signIn, person],
  ['an administrator', people.signInAdmin, admin],
] as const)('%s who goes elsewhere while Logout waits for the device stays there', async (_who, signIn, who) => {
  const { page, context } = await people.openPage(browser);
  await signIn(page, portal, who);
  await page.clock.install();
  // Its storage never says that a change is done.
  await page.evaluate(() => {
    Object.defineProperty(IDBTransaction.prototype, 'oncomplete', { set: () => undefined });
  });
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await page.getByRole('heading', { name: 'Contact Us', level: 1 }).waitFor();
  await page.clock.runFor(3000);
  expect(await page.evaluate(() => location.pathname)).toBe('/contact');
  await context.close();
});

/** Ways in which a session is over before the page knows. */
const ends: Record<string, (page: Page) => Promise<unknown>> = {
  'ended on the server': async (page) =>
    call(portal, '/auth/v1/logout?scope=local', { method: 'POST', token: await residentToken(page) }),
  'expired, and not to be renewed': (page) =>
    page.evaluate(() => {
      const key = 'sb-localhost-auth-token';
      const session = JSON.parse(localStorage.getItem(key) ?? '{}');
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1, refresh_token: 'unknown' }));
    }),
};

it.each(Object.keys(ends))(
  'a session %s under the profile form: after signing in, what was typed is there',
  async (way) => {
    const { page, context } = await begin(375);
    await page.goto(`${portal.portal}/profile`);
    await page.getByLabel('Location').fill('Canal Road, half typed');
    await ends[way]?.(page);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.waitForURL('**/signin');
    await people.expectText(page, 'Sign in to go on where you were.');
    await people.giveCredentials(page, person);
    await page.waitForURL('**/profile');
    expect(await page.getByLabel('Location').inputValue()).toBe('Canal Road, half typed');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Your details have been saved.').waitFor();
    await context.close();
  },
);

it('what another device changes under the profile form stays, and is shown where nothing was typed', async () => {
  const resident = people.newResident('Mardan');
  const token = await join(portal, resident);
  const { page, context } = await openResident(browser, portal, resident, 375);
  await page.goto(`${portal.portal}/profile`);
  await page.getByLabel('Location').fill('Canal Road');
  // The server takes the blank away.
  await page.getByLabel('Last Name').fill(`${resident.lastName} `);
  await call(portal, '/auth/v1/user', { method: 'PUT', token, json: { data: { last_name: 'Yousafzai' } } });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Your details have been saved.').waitFor();
  await expect.poll(() => page.getByLabel('Last Name').inputValue()).toBe('Yousafzai');
  await context.close();
});

it('a token that is over while the device takes it for good: the session goes on with another one', async () => {
  const { page, context } = await begin(375);
  await page.goto(`${portal.portal}/profile`);
  await page.getByLabel('Location').fill('Canal Road');
  await page.evaluate(() => {
    const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('sb-'));
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...session, access_token: `${session.access_token}x` }));
  });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await people.expectText(page, 'The change could not be saved: please try again.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Your details have been saved.').waitFor();
  await context.close();
});

it('a session that is being renewed: the sign-in page waits and says so', async () => {
  const { page, context } = await begin(375);
  await ends['expired, and not to be renewed']?.(page);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/auth/v1/token?grant_type=refresh_token', async (route) => {
    await asked;
    await route.continue();
  });
  // After some seconds the page waits no longer: the whole of it may take as long to load.
  await page.goto(`${portal.portal}/signin`, { waitUntil: 'commit' });
  await people.expectText(page, 'Checking authentication...');
  answer();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  await context.close();
});

it('Back leaves a page that only redirected', async () => {
  const { page, context } = await people.openPage(browser);
  await page.goto(`${portal.portal}/about`);
  for (const [path, to] of [
    ['/profile', '/signin'],
    ['/userDashboard', '/signin'],
    ['/adminDashboard', '/adminsignin'],
  ]) {
    await page.goto(portal.portal + path);
    await page.waitForURL(`**${to}`);
    await page.goBack();
    await page.waitForURL('**/about');
  }
  const signedIn = await enter(context, portal, person);
  await signedIn.goto(`${portal.portal}/signin`);
  await signedIn.waitForURL('**/userDashboard');
  await signedIn.goto(`${portal.portal}/email-verification`);
  await people.expectText(signedIn, 'No email address found. Please try signing up again.');
  await expect.poll(() => residentToken(signedIn)).toBeUndefined();
  await context.close();
});

it('nobody else comes to where somebody was, and no foreign address is come back to', async () => {
  const other = people.newResident('Mardan');
  await join(portal, other);
  const { page, context } = await begin();
  await page.goto(`${portal.portal}/profile`);
  await page.getByLabel('Location').fill('Not for others');
  await call(portal, '/auth/v1/logout?scope=local', { method: 'POST', token: await residentToken(page) });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.waitForURL('**/signin');
  await people.giveCredentials(page, other);
  await page.waitForURL('**/userDashboard');
  await page.goto(`${portal.portal}/profile`);
  expect(await page.getByLabel('Location').inputValue()).toBe(other.location);

  for (const evil of ['?redirect_to=https://evil.example', '?return=//evil.example/profile', '#//evil.example']) {
    await page.goto(`${portal.portal}/signin${evil}`);
    await page.waitForURL(`${portal.portal}/userDashboard`);
  }
  await context.close();
});

it('a token that is dead on the server: /myadmin asks for the key instead, and the name stays', async () => {
  const token = await adminTokenOf(portal, admin);
  const { page, context } = await openOffice(browser, portal, token, 375);
  await page.goto(`${portal.portal}/myadmin`);
  const name = `Garhi ${Date.now()}`;
  await page.getByLabel('Tehsil Name').fill(name);
  await call(portal, '/adminsignout', { method: 'POST', token });
  await page.getByRole('button', { name: 'Add Tehsil' }).click();
  const key = page.getByRole('textbox', { name: 'Admin Secret Key' });
  await key.waitFor();
  expect(await page.getByLabel('Tehsil Name').inputValue()).toBe(name);
  await key.fill(portal.secretKey);
  await page.getByRole('button', { name: 'Add Tehsil' }).click();
  await page.getByText('Tehsil Added Successfully').waitFor();
  await context.close();
});

it('signed out everywhere means in every browser', async () => {
  const [here, there] = [await begin(), await begin(375)];
  await here.page.goto(`${portal.portal}/profile`);
  await here.page.getByRole('button', { name: 'Sign Out Everywhere', exact: true }).click();
  await here.page.waitForURL('**/signin');
  await here.page.getByRole('status').getByText('You were signed out everywhere successfully.').waitFor();
  await there.page.goto(`${portal.portal}/allrequests`);
  await there.page.waitForURL('**/signin');
  expect(here.faults).toEqual([]);
  await here.context.close();
  await there.context.close();
});
