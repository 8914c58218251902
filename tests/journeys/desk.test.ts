/** The desk of administrators: who a report is assigned to, what others do meanwhile. */
import { describe, expect, it } from 'vitest';
import { cardOf, openDetails, openOffice, startDesk } from '../../testing/admins.ts';
import { call } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { mailWith } from '../../testing/mailbox.ts';
import { expectText } from '../../testing/people.ts';
import { changeReport } from '../../testing/reports.ts';

const { portal, browser, jpeg } = await startJourney();
const dashboard = `${portal.portal}/adminDashboard`;
const { office, colleague, bilalsAddress, bilal, report, assign, historyOf } = await startDesk(portal, jpeg);

describe('assignment', () => {
  it('is saved at once; of two administrators the second sees what the first did', async () => {
    const made = await report('Shared Road');
    const { page, context } = await openOffice(browser, portal, office);
    await page.goto(dashboard);
    const dialog = await openDetails(page, 'Shared Road');
    const select = dialog.getByLabel('Assigned to');
    // The details are to be read first: an arrow key must not assign the report.
    expect(await select.evaluate((control) => control === document.activeElement)).toBe(false);
    expect(await select.locator('option').first().textContent()).toBe('Nobody');

    await assign(made, bilal.id, colleague);
    await select.selectOption('Sana Khan');
    await dialog.getByText('Somebody else changed this report. It is shown as it is now.').waitFor();
    expect(await select.inputValue()).toBe(bilal.id);
    await select.selectOption('Sana Khan');
    await dialog.getByText('Saved.', { exact: true }).waitFor();
    await dialog.getByRole('list', { name: 'History' }).getByText('Assigned to Sana Khan').waitFor();
    expect((await historyOf(made, office)).map(({ kind, text }) => [kind, text])).toEqual([
      ['created', null],
      ['assigned', 'Bilal Shah'],
      ['assigned', 'Sana Khan'],
    ]);
    await page.keyboard.press('Escape');
    await cardOf(page, 'Shared Road').getByText('Assigned to Sana Khan').waitFor();
    await page.getByRole('button', { name: 'My Tasks 1' }).click();
    await cardOf(page, 'Shared Road').waitFor();

    // It leaves the list; what is open is shown as it is.
    const again = await openDetails(page, 'Shared Road');
    await again.getByLabel('Assigned to').selectOption('Nobody');
    await again.getByText('Saved.', { exact: true }).waitFor();
    await again.getByText('Assigned to nobody').waitFor();
    expect(await again.getByLabel('Assigned to').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await expectText(page, 'No reports match the current filter criteria.');
    await context.close();
  });

  it('tries again whom it could not load, goes back where it fails, and by the arrow keys only the last choice is saved', async () => {
    const made = await report('Fragile Road');
    const { page, context } = await openOffice(browser, portal, office);
    await page.route('**/api/admins', (route) => route.fulfill({ status: 503 }));
    await page.goto(dashboard);
    const dialog = await openDetails(page, 'Fragile Road');
    const notLoaded = dialog.getByText('The administrators could not be loaded.');
    await notLoaded.waitFor();
    await page.unroute('**/api/admins');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await notLoaded.waitFor({ state: 'detached' });

    const select = dialog.getByLabel('Assigned to');
    await page.route('**/assignee', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await select.selectOption('Bilal Shah');
    await dialog.getByText('This could not be saved. It is as it was before: try again.').waitFor();
    expect(await select.inputValue()).toBe('');

    await select.selectOption('Bilal Shah');
    await dialog.getByText('Saved.', { exact: true }).waitFor();
    await mailWith(portal.mailbox, bilalsAddress, new RegExp(`^${made.reference} is yours now$`));
    await select.selectOption('Nobody');
    await dialog.getByText('Assigned to nobody').waitFor();
    await dialog.getByText('Saved.', { exact: true }).waitFor();

    const names = await select.locator('option').allTextContents();
    await select.focus();
    for (const _ of names.slice(1)) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await dialog.getByText('Saved.', { exact: true }).waitFor();
    const assigned = (await historyOf(made, office)).filter(({ kind }) => kind === 'assigned');
    expect(assigned.map(({ text }) => text)).toEqual(['Bilal Shah', null, names.at(-1)]);
    await context.close();
  });

  it('by the arrow keys the next choice begins at the last one, also where one before it is saved meanwhile', async () => {
    await report('Slow Road');
    const { page, context } = await openOffice(browser, portal, office);
    await page.goto(dashboard);
    const dialog = await openDetails(page, 'Slow Road');
    const select = dialog.getByLabel('Assigned to');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assignee', (route) => released.then(() => route.continue()));
    await select.selectOption({ index: 1 });
    const first = await select.inputValue();
    await select.focus();
    await page.keyboard.press('ArrowDown');
    release();
    await dialog.getByRole('list', { name: 'History' }).getByText('Assigned to').first().waitFor();
    await page.keyboard.press('ArrowUp');
    expect(await select.inputValue()).toBe(first);
    await page.keyboard.press('Tab');
    await dialog.getByText('Saved.', { exact: true }).waitFor();
    await context.close();
  });
});

it('what another administrator does is shown without a reload', async () => {
  const made = await report('Busy Road');
  const { page, context } = await openOffice(browser, portal, office);
  await page.clock.install();
  await page.goto(`${dashboard}?q=busy`);
  await openDetails(page, 'Busy Road');
  await assign(made, bilal.id, colleague);
  await call(portal, `/reports/${made.id}/notes`, { token: colleague, json: { text: 'I look after it.' } });
  await changeReport(portal, colleague, made.id, { status: 'In Progress' });
  await page.clock.fastForward(31_000);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('I look after it.').waitFor();
  await dialog.getByText('Status: In Progress').waitFor();
  await expect.poll(() => dialog.getByLabel('Assigned to').inputValue()).toBe(bilal.id);
  await context.close();
});

it('a report that leaves the list while it is read stays as it was seen last', async () => {
  const made = await report('Leaving Road');
  const { page, context } = await openOffice(browser, portal, office);
  await page.clock.install();
  await page.goto(`${dashboard}?filter=pending&q=leaving`);
  const dialog = await openDetails(page, 'Leaving Road');
  const assignee = () => dialog.getByLabel('Assigned to').inputValue();
  await assign(made, bilal.id, colleague);
  await page.clock.fastForward(31_000);
  await expect.poll(assignee).toBe(bilal.id);
  await changeReport(portal, colleague, made.id, { status: 'Dropped' });
  await page.clock.fastForward(31_000);
  await cardOf(page, 'Leaving Road').waitFor({ state: 'detached' });
  expect(await assignee()).toBe(bilal.id);
  await context.close();
});
