/** The button that changes the language: everywhere, at once, kept on the device and in the account. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import admin from '../../frontends/admin/locales/ur.json' with { type: 'json' };
import resident from '../../frontends/resident/locales/ur.json' with { type: 'json' };
import shell from '../../frontends/shell/locales/ur.json' with { type: 'json' };
import web from '../../packages/web/locales/ur.json' with { type: 'json' };
import { newTehsil } from '../../testing/admins.ts';
import { call, join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { overflowOf } from '../../testing/looks.ts';
import { mailWith } from '../../testing/mailbox.ts';
import * as people from '../../testing/people.ts';
import { openResident, reportAtCounter } from '../../testing/reports.ts';

const { portal, browser } = await startJourney();

/** The button of the page's header. */
const change = (page: Page, to: 'اردو' | 'English') =>
  page.getByRole('banner').getByRole('button', { name: to, exact: true }).click();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const written = (page: Page) => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
const head = (page: Page) =>
  page.evaluate(() => [document.title, document.querySelector('meta[name="description"]')?.getAttribute('content')]);

/** Marks the page, so that a reload would show. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-marked', 'yes'));
const isMarked = (page: Page) => page.evaluate(() => document.body.hasAttribute('data-marked'));

/** Every text of the page, and what its controls are called. */
const everything = (page: Page) => page.evaluate(() => document.body.innerText);

/** Which of some scripts have texts in Urdu. */
async function inUrdu(scripts: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(scripts.map(async (url) => (await (await fetch(url)).text()).replaceAll('اردو', '')));
  return scripts.filter((_, index) => /[\u0600-\u06ff]|\\u06/.test(texts[index] ?? ''));
}

it('changes a public page at 320 px at once, and a reload and other tabs keep it', async () => {
  const { page, context, faults } = await people.openPage(browser, 320);
  const fetched: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && fetched.push(request.url()));
  await page.goto(`${portal.portal}/services`);
  await page.waitForLoadState('networkidle');
  const english = await everything(page);
  const other = await context.newPage();
  await other.goto(portal.portal);
  const before = [...fetched];
  await mark(page);
  await change(page, 'اردو');
  await heading(page, shell.titles.services);
  expect(await written(page)).toEqual(['ur', 'rtl']);
  expect(await head(page)).toEqual([`${shell.titles.services} | ${web.portal.name}`, shell.services.lead]);
  expect(await isMarked(page)).toBe(true);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('English');
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  // Who reads English has fetched nothing in Urdu but its name.
  expect(await inUrdu(before)).toEqual([]);
  expect(await inUrdu(fetched)).not.toEqual([]);
  await heading(other, shell.home.title);

  await page.reload();
  await heading(page, shell.titles.services);
  expect(await written(page)).toEqual(['ur', 'rtl']);
  await change(page, 'English');
  await heading(page, 'Our Services');
  expect(await everything(page)).toBe(english);
  expect(await written(page)).toEqual(['en', 'ltr']);
  expect(faults).toEqual([]);
  await context.close();
});

it('keeps a form that somebody fills in', async () => {
  const { page, context, faults } = await people.openPage(browser, 375);
  await page.goto(`${portal.portal}/signin`);
  await page.getByLabel('Email').fill('sana@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await change(page, 'اردو');
  await heading(page, resident.signIn.title);
  expect(await page.getByLabel(web.signIn.email).inputValue()).toBe('sana@example.com');
  expect(await page.getByRole('textbox', { name: web.signIn.password }).inputValue()).toBe('not the password');
  expect((await head(page))[0]).toBe(`${shell.titles.signIn} | ${web.portal.name}`);
  expect(faults).toEqual([]);
  await context.close();
});

it("a resident's choice is the account's: an open dialog goes on in it, and a new device learns it", async () => {
  const person = people.newResident('Mardan');
  const token = await join(portal, person);
  const language = async () => {
    const user = await call<{ user_metadata: { language: string } }>(portal, '/auth/v1/user', { token });
    return user.user_metadata.language;
  };
  const { page, context, faults } = await openResident(browser, portal, person);
  await page.goto(`${portal.portal}/userDashboard`);
  await page.getByRole('navigation').getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  // Around and back, past the dialog's own language button: never to that of the header behind it.
  for (const key of ['Tab', 'Shift+Tab'])
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press(key);
      expect(await dialog.evaluate((box) => box.contains(document.activeElement)), `${key} ${press}`).toBe(true);
    }
  await dialog.getByLabel("Neighbor's Email").fill('amna@example.com');
  await dialog.getByRole('button', { name: 'اردو' }).click();
  await dialog.getByRole('heading', { name: resident.invite.title }).waitFor();
  expect(await dialog.getByLabel(resident.invite.neighborEmail).inputValue()).toBe('amna@example.com');
  expect(await written(page)).toEqual(['ur', 'rtl']);
  await expect.poll(language).toBe('ur');
  await dialog.getByRole('button', { name: resident.invite.send }).click();
  await page.getByRole('status').getByText(resident.invite.sent).waitFor();
  expect(faults).toEqual([]);

  const { page: phone, context: pocket } = await people.openPage(browser, 375);
  await phone.goto(`${portal.portal}/signin`);
  await people.giveCredentials(phone, person);
  await phone.waitForURL('**/userDashboard*');
  await phone.getByRole('button', { name: resident.dashboard.logout }).first().waitFor();
  expect(await written(phone)).toEqual(['ur', 'rtl']);
  // What is chosen on a public page is the account's as well.
  await phone.goto(portal.portal);
  await change(phone, 'English');
  await heading(phone, 'Report a problem to the department that fixes it');
  await expect.poll(language).toBe('en');
  // The first device keeps what was chosen on it.
  await page.reload();
  await page.getByRole('button', { name: resident.dashboard.logout }).first().waitFor();
  expect(await language()).toBe('en');
  await Promise.all([context.close(), pocket.close()]);
});

it('a choice that did not reach the account does so later, and nobody is troubled', async () => {
  const person = people.newResident('Mardan');
  const token = await join(portal, person);
  const { page, context } = await people.openPage(browser);
  await page.goto(portal.portal);
  await change(page, 'اردو');
  await heading(page, shell.home.title);
  await page.goto(`${portal.portal}/signin`);
  await page.getByLabel(web.signIn.email).fill(person.email);
  await page.getByRole('textbox', { name: web.signIn.password }).fill(person.password);
  await page.getByRole('button', { name: resident.signIn.submit }).click();
  await page.waitForURL('**/userDashboard*');
  await expect
    .poll(async () => (await call<{ user_metadata: object }>(portal, '/auth/v1/user', { token })).user_metadata)
    .toMatchObject({ language: 'ur' });
  await context.close();
});

it('who signs up in Urdu is written to in Urdu, from the first mail on', async () => {
  const { page, context } = await people.openPage(browser, 375);
  const person = people.newResident('Mardan');
  await page.goto(`${portal.portal}/signup`);
  await people.fillSignUp(page, person);
  await change(page, 'اردو');
  await heading(page, resident.signUp.title);
  expect(await page.getByLabel(resident.person.first_name).inputValue()).toBe(person.firstName);
  expect(await page.getByLabel(resident.person.tehsil).inputValue()).toBe(person.tehsil);
  await page.getByRole('button', { name: resident.signUp.title, exact: true }).click();
  await page.waitForURL('**/email-verification');
  await mailWith(portal.mailbox, person.email, /تصدیق/);

  const officer = people.newResident('Mardan');
  await page.goto(`${portal.portal}/adminsignup`);
  await page.getByLabel(admin.signUp.firstName).fill(officer.firstName);
  await page.getByLabel(admin.signUp.lastName).fill(officer.lastName);
  await page.getByLabel(admin.signUp.email).fill(officer.email);
  await page.getByRole('textbox', { name: admin.signUp.password }).fill(officer.password);
  await page.getByLabel(admin.signUp.tehsil).selectOption(officer.tehsil);
  await page.getByRole('textbox', { name: admin.signUp.secretKey }).fill(portal.secretKey);
  await page.getByRole('button', { name: admin.signUp.submit, exact: true }).click();
  await page.waitForURL('**/adminsignin');
  const { email: Email, password: Password } = officer;
  const { language } = await call<{ language: string }>(portal, '/adminsignin', { json: { Email, Password } });
  expect(language).toBe('ur');
  await context.close();
});

it("an administrator's choice is the account's, and a new device learns it", async () => {
  const { page, context, faults } = await people.openPage(browser);
  const { head: person, office } = await newTehsil(portal);
  const { email: Email, password: Password } = person;
  await reportAtCounter(portal, office, { schedule: '2030-03-05' });
  const signedIn = () => call<{ language: string }>(portal, '/adminsignin', { json: { Email, Password } });
  await people.signInAdmin(page, portal, person);
  await page.getByText('March 5, 2030').waitFor();
  await change(page, 'اردو');
  await page.getByRole('heading', { name: admin.dashboard.title }).waitFor();
  expect(await page.getByRole('article').innerText()).not.toContain('March');
  expect(await written(page)).toEqual(['ur', 'rtl']);
  expect((await head(page))[0]).toBe(`${shell.titles.adminDashboard} | ${web.portal.name}`);
  await expect.poll(async () => (await signedIn()).language).toBe('ur');
  expect(faults).toEqual([]);
  await context.close();

  const { page: desk, context: pocket } = await people.openPage(browser, 375);
  await people.signInAdmin(desk, portal, person);
  await desk.getByRole('heading', { name: admin.dashboard.title }).waitFor();
  expect(await written(desk)).toEqual(['ur', 'rtl']);
  await pocket.close();
});

it("an administrator who goes on to another list while the account's language is loaded stays there", async () => {
  const { head: person, office } = await newTehsil(portal);
  await call(portal, '/adminlanguage', { method: 'PUT', token: office, json: { language: 'ur' } });
  const { page, context } = await people.openPage(browser);
  await page.goto(`${portal.portal}/adminDashboard?filter=today`);
  await page.waitForURL('**/adminsignin');
  await page.waitForLoadState('networkidle');
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    if ((await inUrdu([route.request().url()])).length > 0) await told;
    await route.continue();
  });
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In as Admin' }).click();
  await page.waitForURL('**/adminDashboard?filter=today');
  await page.getByRole('button', { name: 'Pending Requests' }).click();
  tell();
  await page.locator('html[lang="ur"]').waitFor();
  expect(page.url()).toBe(`${portal.portal}/adminDashboard?filter=pending`);
  await context.close();
});

it('says where the texts of a language cannot be loaded, and stays usable', async () => {
  // No worker that may have the texts already.
  const context = await browser.newContext({ viewport: { width: 375, height: 700 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(portal.portal);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await change(page, 'اردو');
  await page.getByRole('alert').getByText('The language could not be changed. Please try again.').waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  await context.setOffline(false);
  await change(page, 'اردو');
  await heading(page, shell.home.title);
  await context.close();
});
