/** A resident has messages sent to a mobile number beside mails: asked for, confirmed by a code, switched off, removed. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { wrongByDay } from '../../testing/looks.ts';
import { newResident } from '../../testing/people.ts';
import { openResident } from '../../testing/reports.ts';
import { mailboxTelephone, newMobile } from '../../testing/telephones.ts';
import { readInUrdu } from '../../testing/urdu-pages.ts';

const { portal, browser } = await startJourney();

/** The code in the first message to a number. */
async function codeSentTo(number: string): Promise<string> {
  const telephone = mailboxTelephone(portal, number);
  await expect.poll(async () => (await telephone.got()).length).toBe(1);
  return /\d{6}/.exec((await telephone.got())[0] ?? '')?.[0] ?? '';
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

it('a resident confirms a mobile number at 320 px, has no messages for a while, and removes it', async () => {
  const person = newResident('Mardan');
  await join(portal, person);
  const { page, context, faults } = await openResident(browser, portal, person, 320);
  await page.goto(`${portal.portal}/profile`);
  const field = page.getByLabel('Mobile number');
  await field.fill('091 123456');
  await press(page, 'Send code');
  await page.getByText('Enter a mobile number.').first().waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await field.inputValue()).toBe('091 123456');
  expect(await wrongByDay(page)).toEqual([]);

  const number = newMobile();
  await field.fill(`0300 ${number.slice(-7)}`);
  await press(page, 'Send code');
  await page.getByText(`A code is on its way to ${number}.`).waitFor();
  const code = page.getByRole('textbox', { name: 'Code' });
  expect(await code.evaluate((input) => input === document.activeElement)).toBe(true);
  expect([await code.getAttribute('inputmode'), await code.getAttribute('autocomplete')]).toEqual([
    'numeric',
    'one-time-code',
  ]);
  const right = await codeSentTo(number);
  await code.fill(right === '000000' ? '111111' : '000000');
  await press(page, 'Confirm');
  await page.getByText('This code is not right.').first().waitFor();
  expect(await wrongByDay(page)).toEqual([]);
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
  await page.getByText(number).waitFor();
  const messages = page.getByLabel('Messages to this number');
  expect(await messages.isChecked()).toBe(true);
  await messages.uncheck();
  await page.getByText('Saved.').waitFor();
  await page.reload();
  expect(await messages.isChecked()).toBe(false);
  expect(await wrongByDay(page)).toEqual([]);
  await readInUrdu(page);
  await page.getByRole('heading', { name: 'فون پر پیغامات' }).waitFor();
  expect(await wrongByDay(page)).toEqual([]);
  await press(page, 'نمبر ہٹائیں');
  await page.getByLabel('موبائل نمبر').waitFor();
  expect(faults.filter((fault) => !/40[04]|410/.test(fault))).toEqual([]);
  await context.close();
});
