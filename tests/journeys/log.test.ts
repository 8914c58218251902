/** The signed log as everybody sees it: a report is checked in the browser, and what was changed behind its back is told. */
import { expect, it } from 'vitest';
import { startOffice } from '../../testing/admins.ts';
import { startJourney } from '../../testing/journey.ts';
import { openPage } from '../../testing/people.ts';
import { readInUrdu } from '../../testing/urdu-pages.ts';
import { violations } from '../../testing/violations.ts';

const { portal, browser, jpeg } = await startJourney();
const { report } = await startOffice(portal, jpeg);
const { reference } = await report('Signed Road');

it.each([
  ['en', 'Reference', 'Check', 'The signature is right.'],
  ['ur', 'حوالہ نمبر', 'جانچ کریں', 'دستخط درست ہیں۔'],
])('a report is checked on a telephone, in %s', async (language, label, button, said) => {
  const { page, faults } = await openPage(browser, 320);
  // Within ten seconds it is in the log.
  await expect
    .poll(async () => (await (await fetch(`${portal.portal}/log/checkpoint`)).text()).split('\n')[1], {
      timeout: 15_000,
    })
    .toMatch(/^[1-9]/);
  await page.goto(`${portal.portal}/log`);
  if (language === 'ur') await readInUrdu(page);
  const check = page.getByRole('button', { name: button });
  await check.click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel(label).fill(reference.toLowerCase());
  await check.click();
  await page.getByText(said).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await violations(page)).toEqual([]);
  await page.getByLabel(label).fill('TMA-NONE');
  await check.click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByText(said).count()).toBe(0);
  // An alert in a region that is announced as well would be read twice.
  expect(await page.getByRole('status').getByRole('alert').count()).toBe(0);
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
  await page.context().close();
});

it('what the portal says otherwise than was signed is told', async () => {
  const { page } = await openPage(browser);
  await page.goto(`${portal.portal}/log`);
  await page.route('**/api/record/*', async (route) => {
    const answer = await route.fetch();
    const record = await answer.json();
    record.history[0].status = 'Closed';
    await route.fulfill({ json: record });
  });
  await page.getByLabel('Reference').fill(reference);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText(`The portal says something else about ${reference} than was signed.`).waitFor();
  await page.context().close();
});
