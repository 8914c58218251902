/**
 * The error catalogue (specification, section 8) as the identity pages say it: to the letter, once, and nothing typed is lost. Which
 * text belongs to which answer is in packages/web/errors/error-texts.test.ts.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, join, joinAdmin } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';

const { portal, browser } = await startJourney();
const resident = people.newResident('Mardan');
const admin = people.newResident('Mardan');
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  await join(portal, resident);
  await joinAdmin(portal, admin);
  ({ page, context } = await people.openPage(browser));
});
afterAll(async () => {
  await context?.close();
});

/** An answer the real server gives only in trouble, given in its place; `network` is no answer at all. */
type Staged = { status: number; json?: object } | 'network';

async function stage(path: string, staged: Staged) {
  await page.route(`**${path}`, (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    if (staged === 'network') return route.abort();
    return route.fulfill({ status: staged.status, json: staged.json ?? {} });
  });
}

/** What is typed, by label. */
const typed = (labels: readonly string[]) =>
  Promise.all(labels.map((label) => page.getByRole('main').getByLabel(label).inputValue()));

interface Form {
  path: string;
  /** What the form calls. */
  calls: string;
  button: string;
  /** The fields whose texts must outlive an error. */
  keeps: string[];
  fill: () => Promise<void>;
}

/** Sends the filled form and expects that one error, and everything that was typed. */
async function expectError({ path, calls, button, keeps, fill }: Form, text: string, staged?: Staged) {
  await page.unrouteAll();
  if (staged) await stage(calls, staged);
  await page.goto(portal.portal + path);
  await fill();
  const before = await typed(keeps);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').allTextContents()).toEqual([text]);
  expect(await page.getByText(text, { exact: true }).count()).toBe(1);
  expect(await typed(keeps)).toEqual(before);
  expect(new URL(page.url()).pathname).toBe(path);
}

const gotrue = (status: number, code: string, message: string) => ({
  status,
  json: { code: status, error_code: code, msg: message },
});

describe('resident sign-in', () => {
  const form = (person: people.Resident): Form => ({
    path: '/signin',
    calls: '/auth/v1/token?grant_type=password',
    button: 'Sign In',
    keeps: ['Email', 'Password'],
    fill: async () => {
      await page.getByLabel('Email').fill(person.email);
      await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    },
  });

  it.each<[string, string, Staged?]>([
    ['a wrong password', 'Invalid email or password. Please try again.'],
    ['no network', 'Signin failed: Failed to fetch', 'network'],
  ])('%s: %s', (_, text, staged) => expectError(form({ ...resident, password: 'not my password' }), text, staged));

  it('an address that waits for its confirmation leads to where that is said', async () => {
    const waiting = people.newResident('Mardan');
    await call(portal, '/auth/v1/signup', {
      json: { email: waiting.email, password: waiting.password, data: { tehsil: waiting.tehsil } },
    });
    await expectError(form(waiting), 'Please verify your email before signing in.');
    await page.waitForURL('**/email-verification');
    await people.expectText(
      page,
      'Please check your email and click the verification link to complete your registration.',
    );
    await people.expectText(page, waiting.email);
  });

  it('success says so, in the style of success, and goes to the dashboard', async () => {
    await page.unrouteAll();
    await page.goto(`${portal.portal}/signin`);
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let tries = 0;
    await page.route('**/auth/v1/token?*', async (route) => {
      tries += 1;
      await asked;
      await route.continue();
    });
    await people.giveCredentials(page, resident);
    const busy = page.getByRole('button', { name: 'Signing In...' });
    expect(await busy.isDisabled()).toBe(true);
    expect(await busy.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByLabel('Email').press('Enter');
    answer();
    await page.getByRole('status').getByText('Signin successful! Redirecting...').waitFor();
    expect(tries).toBe(1);
    await page.waitForURL('**/userDashboard');
    await page.evaluate(() => localStorage.clear());
  });
});

describe('resident sign-up', () => {
  const form = (person: people.Resident): Form => ({
    path: '/signup',
    calls: '/auth/v1/signup?*',
    button: 'Create Account',
    keeps: ['First Name', 'Last Name', 'Email', 'Contact Number', 'Password', 'Tehsil', 'Location'],
    fill: () => people.fillSignUp(page, person),
  });

  it.each<[string, Partial<people.Resident>, string]>([
    ['a taken address', { email: resident.email }, 'Email already exists. Please use a different email.'],
    ['a short password', { password: 'short' }, 'Signup failed: Password should be at least 8 characters.'],
  ])('%s', (_, change, text) => expectError(form({ ...people.newResident('Mardan'), ...change }), text));

  it('success leads to the verification page, which says so', async () => {
    const person = people.newResident('Mardan');
    await page.unrouteAll();
    await page.goto(`${portal.portal}/signup`);
    await people.fillSignUp(page, person);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL('**/email-verification');
    await people.expectText(
      page,
      'Account created successfully! Please check your email to verify your account before signing in.',
    );
    await stage('/auth/v1/resend?*', gotrue(429, 'over_email_send_rate_limit', 'Email rate limit exceeded'));
    await page.getByRole('button', { name: 'Resend Email' }).click();
    const failed = page.getByRole('alert').getByText('Failed to resend email. Please try again.', { exact: true });
    await failed.waitFor();
    // Asked for again, it is said again.
    await page.unrouteAll();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/auth/v1/resend?*', (route) => released.then(() => route.abort()));
    await page.getByRole('button', { name: 'Resend Email' }).click();
    await failed.waitFor({ state: 'detached' });
    release();
    await failed.waitFor();
  });

  it('without an address the verification page asks to sign up again', async () => {
    // From elsewhere: opening the same page again would keep its navigation state.
    await page.goto(`${portal.portal}/about`);
    await page.goto(`${portal.portal}/email-verification`);
    const error = page.getByRole('alert').getByText('No email address found. Please try signing up again.');
    await error.waitFor();
    await page.getByRole('link', { name: 'Go to Sign In' }).waitFor();
  });
});

describe('admin registration', () => {
  const form = (person: people.Resident, key = portal.secretKey): Form => ({
    path: '/adminsignup',
    calls: '/adminsignup',
    button: 'Create Admin Account',
    keeps: ['First Name', 'Last Name', 'Email Address', 'Password', 'Tehsil', 'Admin Secret Key'],
    fill: () => people.fillAdminSignUp(page, person, key),
  });
  const somebody = () => people.newResident('Mardan');

  it('a wrong key', () => expectError(form(somebody(), 'a guess'), 'Invalid Secret Key'));
  it('a taken address', () => expectError(form(admin), 'Email already exists'));
  it('a password the server refuses', () =>
    expectError(form({ ...somebody(), password: 'short' }), 'Password should be at least 8 characters.'));

  it('an answer with another status', () => expectError(form(somebody()), 'Signup failed', { status: 200 }));

  it('success leads to the sign-in', async () => {
    await page.unrouteAll();
    await people.registerAdmin(page, portal, somebody());
    await page.evaluate(() => localStorage.clear());
  });
});

describe('admin sign-in', () => {
  const form: Form = {
    path: '/adminsignin',
    calls: '/adminsignin',
    button: 'Sign In as Admin',
    keeps: ['Email', 'Password'],
    fill: async () => {
      await page.getByLabel('Email').fill(admin.email);
      await page.getByRole('textbox', { name: 'Password' }).fill('not my password');
    },
  };

  it.each<[string, Staged?]>([
    ['Invalid credentials'],
    ['Admin Signin failed', { status: 200, json: { success: false, message: 'no' } }],
  ])('%s (%o)', (text, staged) => expectError(form, text, staged));
});

describe('add tehsil', () => {
  const form = (name: string, key = portal.secretKey): Form => ({
    path: '/myadmin',
    calls: '/api/addTehsil',
    button: 'Add Tehsil',
    keeps: ['Tehsil Name', 'Admin Secret Key'],
    fill: async () => {
      await page.getByLabel('Tehsil Name').fill(name);
      await page.getByRole('textbox', { name: 'Admin Secret Key' }).fill(key);
    },
  });

  it('a new tehsil is added, and the page says so', async () => {
    const name = `Tehsil ${Date.now()}`;
    await page.unrouteAll();
    await page.goto(portal.portal + form(name).path);
    await form(name).fill();
    await page.getByRole('button', { name: 'Add Tehsil' }).click();
    await page.getByRole('status').getByText('Tehsil Added Successfully', { exact: true }).waitFor();
    expect(await page.getByLabel('Tehsil Name').inputValue()).toBe('');
    await expectError(form(name.toUpperCase()), 'Tehsil Already Exists');
  });

  it('a wrong key', () => expectError(form('Anywhere', 'a guess'), 'A Broblem Occured while Adding tehsil'));
});
