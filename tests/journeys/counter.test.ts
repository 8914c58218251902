/** Somebody without an account reports at the office's counter and takes a receipt home. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { joinStaff, keepToken, newTehsil, openOffice } from '../../testing/admins.ts';
import { call } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { drawJpeg } from '../../testing/jpegs.ts';
import { overflowOf } from '../../testing/looks.ts';
import { scan } from '../../testing/qr.ts';
import { violations } from '../../testing/violations.ts';

const { portal, browser, jpeg } = await startJourney();

const fill = async (page: Page) => {
  await page.getByLabel('Issue Type').selectOption('Street Lights Repair');
  await page.getByLabel('Location').fill('Orchard Road');
  await page.getByLabel('Description').fill('The lamp has been dark for a week.');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Rabia Noor');
  await page.getByLabel('Contact Number').fill('03001234567');
};

/** Makes the browser's storage of drafts busy, so that what is removed from it is gone only later. @param ms how long */
const holdDrafts = (page: Page, ms: number) =>
  page.evaluate(async (length) => {
    const opened = indexedDB.open('tma-counter');
    await new Promise((resolve) => opened.addEventListener('success', resolve));
    const drafts = opened.result.transaction('drafts', 'readwrite').objectStore('drafts');
    const end = performance.now() + length;
    const hold = () => {
      if (performance.now() < end) drafts.count().onsuccess = hold;
    };
    hold();
  }, ms);

it('a clerk writes a report down, loses nothing by a reload, and prints a receipt in Urdu', async () => {
  const { tehsil, office } = await newTehsil(portal);
  const clerk = await joinStaff(portal, office, tehsil, 'clerk');
  const { page, context, faults } = await openOffice(browser, portal, clerk, 320);
  await page.goto(`${portal.portal}/adminDashboard`);
  await page.getByRole('button', { name: /menu/i }).click();
  await page.getByRole('link', { name: 'New report at the counter' }).click();
  await page.getByRole('heading', { name: 'New report at the counter' }).waitFor();
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByText('Name is required').first().waitFor();

  await fill(page);
  await page.getByLabel('Image').setInputFiles({ name: 'lamp.jpg', mimeType: 'image/jpeg', buffer: jpeg });
  await page.getByLabel('Language').selectOption('ur');
  expect(await page.getByLabel('Language').locator('option[value=ur]').getAttribute('lang')).toBe('ur');
  await page.getByText('lamp.jpg').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect.poll(() => page.getByLabel('Location').inputValue()).toBe('Orchard Road');
  await page.getByText('lamp.jpg').waitFor();
  expect(await page.getByLabel('Language').inputValue()).toBe('ur');

  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByText('The report is submitted.').waitFor();
  const receipt = page.getByRole('region', { name: 'رسید' });
  expect(await receipt.getAttribute('lang')).toBe('ur');
  expect(await receipt.getAttribute('dir')).toBe('rtl');
  await receipt.getByText('Orchard Road').waitFor();
  const [row] = await call<{ reference: string; via: string; image: string | null }[]>(portal, '/adminrequests', {
    token: office,
  });
  expect(row).toMatchObject({ via: 'counter', image: expect.any(String) });
  await receipt.getByText(`${portal.portal}/r/${row?.reference}`).waitFor();
  // Whoever finds the paper reads what everybody may read.
  expect(await scan(receipt.getByRole('img'))).toBe(`${portal.portal}/r/${row?.reference}`);
  expect(await receipt.innerText()).not.toContain('Street Lights');
  expect(await violations(page)).toEqual([]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);

  await page.evaluate(() => {
    const { dataset } = document.body;
    window.print = () => Object.assign(dataset, { prints: Number(dataset.prints ?? 0) + 1 });
  });
  const prints = () => page.evaluate(() => document.body.dataset.prints);
  const print = page.getByRole('button', { name: 'Print receipt' });
  await print.click();
  await expect.poll(prints).toBe('1');
  // As by voice: without an event of the pointer or a key.
  await print.dispatchEvent('click');
  await expect.poll(prints).toBe('2');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('heading', { name: 'رسید' }).filter({ visible: true }).count()).toBe(1);
  expect(await page.getByText('New report at the counter').filter({ visible: true }).count()).toBe(0);
  const printed = await page.locator('body').innerText();
  expect(printed).toContain(row?.reference);
  for (const kept of ['Rabia', '03001234567', '3001234567', 'dark for a week']) expect(printed).not.toContain(kept);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'New report', exact: true }).click();
  expect(await page.getByLabel('Location').inputValue()).toBe('');
  expect(faults).toEqual([]);
  await context.close();
});

it('the printed receipt names the address of the portal, also where the office has opened it by another', async () => {
  const { office } = await newTehsil(portal);
  const { page, context } = await openOffice(browser, portal, office);
  const address = 'https://reports.example';
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), url: address } });
  });
  await page.goto(`${portal.portal}/adminCounter`);
  await fill(page);
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByText(`${address}/r/`).waitFor();
  await page.evaluate(() => {
    // The sheet as it is when the browser is asked to print it.
    const { body } = document;
    window.print = () => body.setAttribute('data-sheet', body.lastElementChild?.textContent ?? '');
  });
  await page.getByRole('button', { name: 'Print receipt' }).click();
  await page.locator('body[data-sheet]').waitFor();
  expect(await page.locator('body').getAttribute('data-sheet')).toContain(`${address}/r/`);
  await context.close();
});

it('the receipt of a certificate leads to no public record, as there is none', async () => {
  const { office } = await newTehsil(portal);
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(`${portal.portal}/adminCounter`);
  await fill(page);
  await page.getByLabel('Issue Type').selectOption('Limit Certificate');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await receipt.getByText('Limit Certificate').waitFor();
  const [row] = await call<{ reference: string }[]>(portal, '/adminrequests', { token: office });
  await receipt.getByText(String(row?.reference)).waitFor();
  expect(await receipt.innerText()).not.toContain('/r/');
  expect(await receipt.getByRole('img').count()).toBe(0);
  await context.close();
});

it('without an answer nothing is lost, and sent again it is one report; the next one on the computer finds nothing', async () => {
  const { office } = await newTehsil(portal);
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(`${portal.portal}/adminCounter`);
  await fill(page);
  // It arrives, and the answer is lost.
  await page.route('**/api/counter', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByText('The portal could not be reached.').waitFor();
  await page.unroute('**/api/counter');
  await page.reload();
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByText('The report is submitted.').waitFor();
  expect(await call<unknown[]>(portal, '/adminrequests', { token: office })).toHaveLength(1);

  await page.getByRole('button', { name: 'New report', exact: true }).click();
  await page.getByLabel('Location').fill('Canal Road');
  await page.getByRole('link', { name: 'Administration Dashboard' }).click();
  await holdDrafts(page, 500);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${portal.portal}/`);
  await keepToken(page, portal, office);
  await page.goto(`${portal.portal}/adminCounter`);
  expect(await page.getByLabel('Location').inputValue()).toBe('');
  await context.close();
});

it('only what is sent can be too large: no picture that is still being scaled down, and no papers of another type', async () => {
  const { office } = await newTehsil(portal);
  const { page, context } = await openOffice(browser, portal, office);
  await page.addInitScript(() => {
    const decode = window.createImageBitmap;
    const told = new Promise((resolve) => window.addEventListener('decode', resolve));
    const createImageBitmap = async (file: File, options: ImageBitmapOptions) => {
      await told;
      return decode(file, options);
    };
    Object.assign(window, { createImageBitmap });
  });
  await page.goto(`${portal.portal}/adminCounter`);
  await fill(page);
  const tooMuch = Buffer.alloc(11 * 1024 * 1024);
  const papers = { name: 'papers.pdf', mimeType: 'application/pdf', buffer: tooMuch };
  await page.getByLabel('Document (PDF)').setInputFiles(papers);
  const said = page.getByText('The file is larger than 10 MB.');
  await said.waitFor();
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect.poll(() => said.count()).toBe(2);
  await page.getByLabel('Issue Type').selectOption('Side Walk Repair');

  const large = await drawJpeg(browser, { width: 4000, height: 3000 }, 60);
  const buffer = Buffer.concat([large, tooMuch]);
  await page.getByLabel('Image').setInputFiles({ name: 'lamp.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByText('lamp.jpg').waitFor();
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByRole('button', { name: 'Submitting...' }).waitFor();
  expect(await said.count()).toBe(0);
  // It would be sent all the same.
  expect(await page.getByRole('button', { name: 'Start over' }).isDisabled()).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event('decode')));
  await page.getByText('The report is submitted.').waitFor();
  const [row] = await call<{ image: string | null }[]>(portal, '/adminrequests', { token: office });
  expect(row).toMatchObject({ image: expect.any(String), document: null });
  await context.close();
});

it('why the portal refused a file is not said any more once it is sent again', async () => {
  const { office } = await newTehsil(portal);
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(`${portal.portal}/adminCounter`);
  await fill(page);
  await page.getByLabel('Image').setInputFiles({ name: 'lamp.jpg', mimeType: 'image/jpeg', buffer: jpeg });
  const json = { code: 'invalid_request', message: 'Not like this.', errors: [{ path: 'image', message: 'is wrong' }] };
  await page.route('**/api/counter', (route) => route.fulfill({ status: 503 }));
  await page.route('**/api/counter', (route) => route.fulfill({ status: 400, json }), { times: 1 });
  const submit = page.getByRole('button', { name: 'Submit Request' });
  const said = page.getByText('Not like this.');
  await submit.click();
  // At the head of the form, and beside the picture.
  await expect.poll(() => said.count()).toBe(2);
  await submit.click();
  await expect.poll(() => said.count()).toBe(0);
  await context.close();
});

/** The counter with the same draft in two tabs. */
async function openInTwoTabs() {
  const { office } = await newTehsil(portal);
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(`${portal.portal}/adminCounter`);
  await fill(page);
  const other = await context.newPage();
  await other.goto(`${portal.portal}/adminCounter`);
  await expect.poll(() => other.getByLabel('Location').inputValue()).toBe('Orchard Road');
  return { page, other, context };
}

it('in two tabs: sent in one, what the other made of it stays', async () => {
  const { page, other, context } = await openInTwoTabs();
  await other.getByLabel('Location').fill('Canal Road');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByText('The report is submitted.').waitFor();
  await other.reload();
  await expect.poll(() => other.getByLabel('Location').inputValue()).toBe('Canal Road');
  await other.getByRole('button', { name: 'Start over' }).click();
  const question = other.getByRole('dialog', { name: 'Start over?' });
  await question.getByRole('button', { name: 'Keep' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await other.getByLabel('Location').inputValue()).toBe('Canal Road');
  await other.getByRole('button', { name: 'Start over' }).click();
  await question.getByRole('button', { name: 'Start over' }).click();
  await expect.poll(() => other.getByLabel('Location').inputValue()).toBe('');
  await other.reload();
  expect(await other.getByLabel('Location').inputValue()).toBe('');
  await context.close();
});

it('in two tabs: begun anew in one, it has no picture that the other chooses for the one before', async () => {
  const { page, other, context } = await openInTwoTabs();
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();
  await expect.poll(() => page.getByLabel('Location').inputValue()).toBe('');
  await other.getByLabel('Image').setInputFiles({ name: 'lamp.jpg', mimeType: 'image/jpeg', buffer: jpeg });
  await other.getByText('lamp.jpg').waitFor();
  await other.reload();
  await other.getByText('lamp.jpg').waitFor();
  expect(await other.getByLabel('Location').inputValue()).toBe('Orchard Road');
  await page.getByLabel('Location').fill('Canal Road');
  await page.reload();
  await expect.poll(() => page.getByLabel('Location').inputValue()).toBe('Canal Road');
  expect(await page.getByText('lamp.jpg').count()).toBe(0);
  await context.close();
});

it('who signs in after somebody whose session only ended leaves nothing of theirs on the computer', async () => {
  const { tehsil, office } = await newTehsil(portal);
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(`${portal.portal}/adminCounter`);
  await page.getByLabel('Location').fill('Canal Road');
  await page.reload();
  await expect.poll(() => page.getByLabel('Location').inputValue()).toBe('Canal Road');
  await keepToken(page, portal, await joinStaff(portal, office, tehsil, 'clerk'));
  await page.goto(`${portal.portal}/adminDashboard`);
  await page.getByRole('link', { name: 'New report at the counter' }).waitFor();
  await keepToken(page, portal, office);
  await page.goto(`${portal.portal}/adminCounter`);
  await page.getByLabel('Description').fill('Dark.');
  expect(await page.getByLabel('Location').inputValue()).toBe('');
  await context.close();
});
