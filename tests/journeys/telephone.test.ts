/** A resident has messages sent to a mobile number beside mails: asked for, confirmed by a code, switched off, removed. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newTehsil } from '../../testing/admins.ts';
import { join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { readInUrdu } from '../../testing/languages.ts';
import { overflowOf } from '../../testing/looks.ts';
import { newResident } from '../../testing/people.ts';
import { openResident } from '../../testing/reports.ts';
import { violations } from '../../testing/violations.ts';

const { portal, browser } = await startJourney();

interface Sms {
  text: string;
}
const smsTo = async (number: string): Promise<Sms[]> =>
  (await (await fetch(`${portal.mailbox}/sms?to=${encodeURIComponent(number)}`)).json()) as Sms[];

/** The code in the newest message to a number. */
async function codeSentTo(number: string): Promise<string> {
  await expect.poll(async () => (await smsTo(number)).length).toBeGreaterThan(0);
  return /\d{6}/.exec((await smsTo(number))[0]?.text ?? '')?.[0] ?? '';
}

const wrongWith = async (page: Page) => [...(await violations(page)), Math.max(0, await overflowOf(page))];
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

it('a resident confirms a mobile number at 320 px, has no messages for a while, and removes it', async () => {
  const { tehsil } = await newTehsil(portal);
  const person = newResident(tehsil);
  await join(portal, person);
  const { page, context, faults } = await openResident(browser, portal, person, 320);
  await page.goto(`${portal.portal}/profile`);
  const field = page.getByLabel('Mobile number');
  await field.fill('091 123456');
  await press(page, 'Send code');
  await page.getByText('Enter a mobile number.').first().waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await field.inputValue()).toBe('091 123456');
  expect(await wrongWith(page)).toEqual([0]);

  const last = String(Math.floor(Math.random() * 1e7)).padStart(7, '0');
  await field.fill(`0300 ${last}`);
  await press(page, 'Send code');
  await page.getByText(`A code is on its way to +92300${last}.`).waitFor();
  const code = page.getByRole('textbox', { name: 'Code' });
  expect(await code.evaluate((input) => input === document.activeElement)).toBe(true);
  expect([await code.getAttribute('inputmode'), await code.getAttribute('autocomplete')]).toEqual([
    'numeric',
    'one-time-code',
  ]);
  const right = await codeSentTo(`+92300${last}`);
  await code.fill(right === '000000' ? '111111' : '000000');
  await press(page, 'Confirm');
  await page.getByText('This code is not right.').first().waitFor();
  expect(await wrongWith(page)).toEqual([0]);
  // Come back to, the page asks for the code, and leaves the focus where its reader begins.
  await page.getByRole('link', { name: 'Back to your dashboard' }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await code.waitFor();
  expect(await code.evaluate((input) => input === document.activeElement)).toBe(false);
  // The tab was closed meanwhile, as happens on a telephone.
  await page.reload();
  await press(page, 'I have a code');
  await code.fill(right);
  await press(page, 'Confirm');
  await page.getByText(`+92300${last}`).waitFor();
  const messages = page.getByLabel('Messages to this number');
  expect(await messages.isChecked()).toBe(true);
  await messages.uncheck();
  await page.getByText('Saved.').waitFor();
  await page.reload();
  expect(await messages.isChecked()).toBe(false);
  expect(await wrongWith(page)).toEqual([0]);
  await readInUrdu(page);
  await page.getByRole('heading', { name: 'فون پر پیغامات' }).waitFor();
  expect(await wrongWith(page)).toEqual([0]);
  await press(page, 'نمبر ہٹائیں');
  await page.getByLabel('موبائل نمبر').waitFor();
  expect(faults.filter((fault) => !/40[04]|410/.test(fault))).toEqual([]);
  await context.close();
});
