import { randomInt } from 'node:crypto';
import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { drawJpeg } from './jpegs.ts';
import { linkIn, mailWith } from './mailbox.ts';

export interface Portal {
  portal: string;
  mailbox: string;
  secretKey: string;
  /** The system's data folder. */
  dataDir: string;
}

export interface Resident {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  password: string;
  tehsil: string;
  location: string;
}

/** The password of all test accounts. */
export const password = 'a lantern by the canal';

/** A new resident: each test has its own, whatever ran before or runs at the same time. */
export function newResident(tehsil: string): Resident {
  const number = String(randomInt(10 ** 9)).padStart(9, '0');
  return {
    firstName: 'Sana',
    lastName: 'Khan',
    email: `sana.${number}@example.com`,
    phone: `03${number}`,
    password,
    tehsil,
    location: 'Bank Road',
  };
}

/**
 * Opens a page in a browser context of its own. `faults` collects page errors and console errors.
 * @param width of the viewport, in pixels
 * @param serviceWorkers whether the portal's worker may run: it loads the whole build, which few tests need
 */
export async function openPage(
  browser: Browser,
  width = 1280,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<{ page: Page; context: BrowserContext; faults: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, serviceWorkers });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return { page, context, faults: faultsOf(page) };
}

/** What the browser reports as wrong from now on, each with the address it is about: of the file that did not load, or of the script. */
export function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`page error: ${error.message} (${page.url()})`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  return faults;
}

/** Fills the form of /signup, which is open in the page. */
export async function fillSignUp(page: Page, person: Resident) {
  await page.getByLabel('First Name').fill(person.firstName);
  await page.getByLabel('Last Name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Contact Number').fill(person.phone);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByLabel('Tehsil').selectOption(person.tehsil);
  await page.getByLabel('Location').fill(person.location);
}

export async function signUp(page: Page, { portal, mailbox }: Portal, person: Resident) {
  await page.goto(`${portal}/signup`);
  await fillSignUp(page, person);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/email-verification');
  await expectText(page, person.email);
  const mail = await mailWith(mailbox, person.email, /^Confirm your email$/);
  await page.goto(linkIn(mail, '/auth/v1/verify'));
  await page.waitForURL('**/signin*');
}

/** Submits the form of /signin, wherever it redirects. */
export async function giveCredentials(page: Page, person: Resident) {
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

export async function signIn(page: Page, { portal }: Portal, person: Resident) {
  await page.goto(`${portal}/signin`);
  await giveCredentials(page, person);
  await page.waitForURL('**/userDashboard*');
}

/** Fills the form of /adminsignup, which is open in the page. */
export async function fillAdminSignUp(page: Page, person: Resident, secretKey: string) {
  await page.getByLabel('First Name').fill(person.firstName);
  await page.getByLabel('Last Name').fill(person.lastName);
  await page.getByLabel('Email Address').fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByLabel('Tehsil').selectOption(person.tehsil);
  await page.getByRole('textbox', { name: 'Admin Secret Key' }).fill(secretKey);
}

export async function registerAdmin(page: Page, { portal, secretKey }: Portal, person: Resident) {
  await page.goto(`${portal}/adminsignup`);
  await fillAdminSignUp(page, person, secretKey);
  await page.getByRole('button', { name: 'Create Admin Account' }).click();
  await page.waitForURL('**/adminsignin');
  await signInAdmin(page, { portal }, person);
}

export async function signInAdmin(page: Page, { portal }: Pick<Portal, 'portal'>, person: Resident) {
  await page.goto(`${portal}/adminsignin`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In as Admin' }).click();
  await page.waitForURL('**/adminDashboard*');
}

/** Waits until the page shows a text. */
export const expectText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Presses a button twice, before the page can draw anything in between. */
export const pressTwice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });

/**
 * Presses `Show more`, whose rows are asked for at `address`. They also come as the button scrolls into sight: had they come before it is
 * pressed, the key would open the first of them.
 */
export async function pressMore(page: Page, address: RegExp): Promise<void> {
  const { promise: pressed, resolve: letCome } = Promise.withResolvers<void>();
  await page.route(address, (route) => pressed.then(() => route.continue()));
  await page.getByRole('button', { name: 'Show more' }).focus();
  await page.keyboard.press('Enter');
  letCome();
}

/** A JPEG and a PDF, created by the browser. */
export async function makeFiles(browser: Browser): Promise<{ jpeg: Buffer; pdf: Buffer }> {
  const jpeg = await drawJpeg(browser, { width: 900, height: 600 }, 80);
  const page = await browser.newPage();
  await page.setContent('<h1>A street light at night</h1>');
  const pdf = await page.pdf();
  await page.close();
  expect(jpeg.subarray(0, 2).toString('hex')).toBe('ffd8');
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  return { jpeg, pdf };
}

/** Opens /newrequest and fills the given fields. */
export async function fillRequest(
  page: Page,
  { portal }: Portal,
  given: {
    issue?: string;
    location?: string;
    description?: string;
    image?: Buffer;
    document?: Buffer;
    names?: string[];
  },
) {
  await page.goto(`${portal}/newrequest`);
  if (given.issue) await page.getByLabel('Issue Type').selectOption(given.issue);
  if (given.location) await page.getByLabel('Location').fill(given.location);
  if (given.description) await page.getByLabel('Description').fill(given.description);
  const [imageName = 'light.jpg', documentName = 'papers.pdf'] = given.names ?? [];
  if (given.image) {
    await page.getByLabel('Image').setInputFiles({ name: imageName, mimeType: 'image/jpeg', buffer: given.image });
  }
  if (given.document) {
    await page
      .getByLabel('Document (PDF)')
      .setInputFiles({ name: documentName, mimeType: 'application/pdf', buffer: given.document });
  }
}

export const submitRequest = (page: Page) => page.getByRole('button', { name: 'Submit Request' }).click();

/** Presses a form's button and goes Home while it is being sent; resolves once what came of its answer is drawn. */
export async function leaveWhileSent(page: Page, { portal }: Portal, path: string, button: string) {
  const { promise: sent, resolve } = Promise.withResolvers<Route>();
  await page.route(path, resolve);
  await page.getByRole('button', { name: button }).click();
  const held = await sent;
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await page.waitForURL(`${portal}/`);
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await held.continue();
  await answered;
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}
