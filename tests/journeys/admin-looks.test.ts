/** How the administrator's dashboard looks and moves: dialogs open, light and dark, long lists. */
import { beforeAll, describe, expect, it } from 'vitest';
import { cardOf, newTehsil, openDetails, openEdit, openOffice } from '../../testing/admins.ts';
import { join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { desktop, phone, watchShifts, wrongWith } from '../../testing/looks.ts';
import * as people from '../../testing/people.ts';
import { changeReport, reportAtCounter, submitReport } from '../../testing/reports.ts';

const { portal, browser, jpeg } = await startJourney();
const dashboard = `${portal.portal}/adminDashboard`;
let office = '';
let token = '';

beforeAll(async () => {
  const place = await newTehsil(portal);
  office = place.office;
  token = await join(portal, people.newResident(place.tehsil));
  for (const status of ['Open', 'In Progress', 'Closed', 'Dropped']) {
    const { id } = await submitReport(portal, token, jpeg, { location: `${status} Road`, schedule: '2099-03-05' });
    await changeReport(portal, office, id, { status });
  }
});
/** Each try has a report of its own. */
let tries = 0;

describe.each([phone, desktop])('at %j', (viewport) => {
  it('nothing is found by axe, on a desktop by night, too; nothing jumps, nothing is logged as an error', async () => {
    const { page, context, faults } = await openOffice(browser, portal, office, viewport.width);
    await watchShifts(context);
    const wrong: unknown[] = [];
    const look = async (byNight = viewport === desktop) => wrong.push(...(await wrongWith(page, byNight)));

    await page.goto(dashboard);
    await cardOf(page, 'Open Road').waitFor();
    await look();
    if (viewport === phone) {
      await page.getByRole('button', { name: /menu/i }).click();
      // It is there on a phone alone.
      await look(true);
      await page.keyboard.press('Escape');
    }
    await cardOf(page, 'Closed Road').click();
    await page.getByRole('dialog').waitFor();
    await look();
    await page.keyboard.press('Escape');

    tries += 1;
    const road = `Contested Road ${tries}`;
    const { id } = await submitReport(portal, token, jpeg, { location: road });
    await page.reload();
    const dialog = await openEdit(page, road);
    await look();
    await changeReport(portal, office, id, { status: 'Dropped' });
    // The refusal that is waited for is not an error of the page.
    expect(faults.splice(0)).toEqual([]);
    await dialog.getByLabel('Status').selectOption('Closed');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.getByRole('button', { name: 'Take theirs' }).waitFor();
    await look();
    expect(wrong).toEqual([]);
    await context.close();
  });
});

/** Whether something else lies over the middle of an element, or the window ends above it. */
const isCovered = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return !element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
};

it('in a low window what gets the focus is in sight: below the header, and in the sidebar', async () => {
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(dashboard);
  const handle = cardOf(page, 'Closed Road').getByRole('button');
  await handle.waitFor();
  await page.setViewportSize({ width: 1280, height: 600 });
  // As beside a long list.
  await page.getByRole('main').evaluate((main) => main.style.setProperty('min-block-size', '3000px'));
  await handle.evaluate((button) => window.scrollBy(0, button.getBoundingClientRect().y - 20));
  expect(await handle.evaluate(isCovered)).toBe(true);
  await handle.focus();
  expect(await handle.evaluate(isCovered)).toBe(false);

  const last = page.getByRole('link', { name: 'Audit log' });
  await last.focus();
  expect(await last.evaluate(isCovered)).toBe(false);
  await context.close();
});

it('what gets the focus in a dialog is above its buttons; enlarged four times they cover nothing', async () => {
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(dashboard);
  await page.setViewportSize({ width: 1280, height: 600 });
  const dialog = await openDetails(page, 'Closed Road');
  await dialog.getByRole('list', { name: 'History' }).waitFor();
  const add = dialog.getByRole('button', { name: 'Add Note', exact: true });
  await add.evaluate((button) => {
    const around = button.closest('dialog');
    around?.scrollBy(0, button.getBoundingClientRect().bottom + 20 - around.getBoundingClientRect().bottom);
  });
  expect(await add.evaluate(isCovered)).toBe(true);
  await add.focus();
  expect(await add.evaluate(isCovered)).toBe(false);

  await page.setViewportSize({ width: 320, height: 256 });
  const foot = dialog.getByRole('button', { name: 'Close', exact: true }).locator('..');
  expect(await foot.evaluate((element) => getComputedStyle(element).position)).toBe('static');
  await context.close();
});

it('on a wide page a report is one row, and the days they are due are one below the other, dark and bold', async () => {
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(dashboard);
  await cardOf(page, 'In Progress Road').waitFor();
  const days = page.getByText(/^Due /);
  const seen = () =>
    days.evaluateAll((all) =>
      all.map((day) => {
        const { color, fontWeight } = getComputedStyle(day);
        const title = getComputedStyle(day.closest('article')?.querySelector('h2 button') as Element);
        return { x: day.getBoundingClientRect().x, dark: color === title.color, bold: Number(fontWeight) >= 600 };
      }),
    );
  const columns = async () =>
    new Set(await page.getByRole('article').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))).size;
  expect(await columns()).toBe(1);
  const x = (await seen())[0]?.x ?? 0;
  expect((await seen()).length).toBeGreaterThan(1);
  for (const day of await seen()) expect(day).toEqual({ x, dark: true, bold: true });
  for (const height of await page.getByRole('article').evaluateAll((all) => all.map((one) => one.clientHeight)))
    expect(height).toBeLessThan(120);

  // In cards again, the arrows go by as many as are beside one another.
  await page.setViewportSize({ width: 1090, height: 900 });
  expect(await columns()).toBe(2);
  await page.getByRole('article').first().getByRole('button').focus();
  await page.keyboard.press('ArrowDown');
  const focused = await page.evaluate(() =>
    [...document.querySelectorAll('main li')].findIndex((li) => li.contains(document.activeElement)),
  );
  expect(focused).toBe(2);
  await context.close();
});

it('a long list comes page by page, by scrolling or by the button, with everything in it', async () => {
  const place = await newTehsil(portal);
  const writers: string[] = [];
  for (let k = 0; k < 3; k += 1) writers.push(await join(portal, people.newResident(place.tehsil)));
  const texts = (k: number) => ({ location: `Road number ${k}.` });
  const writeFrom = async (first: number) => {
    for (const [k, writer] of writers.entries()) await submitReport(portal, writer, jpeg, texts(first + k));
  };
  // Each of them has the oldest and the newest of the list; those between cost less, as they have no picture.
  await writeFrom(0);
  for (let k = 3; k < 51; k += 1) await reportAtCounter(portal, place.office, texts(k));
  await writeFrom(51);
  const { page, context } = await openOffice(browser, portal, place.office);
  let contacts = 0;
  page.on('request', (request) => {
    if (request.url().includes('/request-contact/')) contacts += 1;
  });
  await page.goto(dashboard);
  await people.expectText(page, '54 Reports');
  await page.getByRole('article').nth(49).waitFor();
  expect(await page.getByRole('article').count()).toBe(50);
  await people.pressMore(page, /\/adminrequests\?.*before=/);
  await page.getByRole('article').nth(53).waitFor();
  const focused = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main li')].findIndex((li) => li.contains(document.activeElement)),
    );
  await expect.poll(focused).toBe(50);

  await page.reload();
  await page.getByRole('article').nth(49).waitFor();
  await page.getByRole('article').first().getByRole('button').focus();
  await page.keyboard.press('End');
  await page.getByRole('article').nth(53).waitFor();
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  const shown = await page.getByRole('article').evaluateAll((cards) => cards.map((card) => card.textContent));
  expect(new Set(shown.map((text) => /number \d+\./.exec(text)?.[0])).size).toBe(54);
  // Three people, asked for anew by each of the two pages.
  expect(contacts).toBe(6);
  await context.close();
});
