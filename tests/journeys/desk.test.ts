/** The desk of administrators: who a report is assigned to, notes, what others do meanwhile. */
import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cardOf, openDetails, openOffice, startDesk } from '../../testing/admins.ts';
import { call } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { mailWith } from '../../testing/mailbox.ts';
import { expectText } from '../../testing/people.ts';
import { changeReport } from '../../testing/reports.ts';

const { portal, browser, jpeg } = await startJourney();
const dashboard = `${portal.portal}/adminDashboard`;
const { office, colleague, bilalsAddress, bilal, resident, token, report, assign, historyOf } = await startDesk(
  portal,
  jpeg,
);

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

describe('notes', () => {
  it('private or for the reporter, once, and in the history at once', async () => {
    const made = await report('Noted Road');
    const { page, context } = await openOffice(browser, portal, office);
    await page.goto(dashboard);
    const dialog = await openDetails(page, 'Noted Road');
    const entries = dialog.getByRole('list', { name: 'History' }).getByRole('listitem');
    await dialog.getByRole('button', { name: 'Add Note' }).click();
    await dialog.getByText('Write the note first.').waitFor();
    await dialog.getByLabel('Add a note').fill('The pump is ordered.');
    await dialog.getByRole('button', { name: 'Add Note' }).dblclick();
    await entries.filter({ hasText: 'The pump is ordered.' }).waitFor();
    await dialog.getByText('The note is added.').waitFor();
    expect(await dialog.getByLabel('Add a note').inputValue()).toBe('');
    await dialog.getByLabel('Add a note').fill('Somebody comes on Monday.');
    await dialog.getByLabel('The reporter can read it').check();
    await dialog.getByRole('button', { name: 'Add Note' }).click();
    await entries.filter({ hasText: 'Somebody comes on Monday.' }).waitFor();
    const notes = (of: { kind: string; text: string | null }[]) =>
      of.filter(({ kind }) => kind === 'noted').map(({ text }) => text);
    expect(notes(await historyOf(made, office))).toEqual(['The pump is ordered.', 'Somebody comes on Monday.']);
    expect(notes(await historyOf(made, token))).toEqual(['Somebody comes on Monday.']);
    // Who wrote it sees which of the two is not among administrators.
    const told = entries.filter({ hasText: 'Also for the reporter.' });
    expect(await told.allTextContents()).toEqual([expect.stringContaining('Somebody comes on Monday.')]);
    const mail = await mailWith(
      portal.mailbox,
      resident.email,
      new RegExp(`^A message about your report ${made.reference}$`),
    );
    expect(mail.text).toContain('Somebody comes on Monday.');
    expect(mail.text).not.toContain('The pump is ordered.');
    await context.close();
  });

  it('are not lost where they fail or the dialog is closed, and not doubled where no answer came', async () => {
    const made = await report('Broken Road');
    const { page, context } = await openOffice(browser, portal, office, 320);
    await page.goto(dashboard);
    let dialog = await openDetails(page, 'Broken Road');
    await dialog.getByLabel('Add a note').fill('Written in part');
    await dialog.getByLabel('The reporter can read it').check();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    dialog = await openDetails(page, 'Broken Road');
    expect(await dialog.getByLabel('Add a note').inputValue()).toBe('Written in part');
    expect(await dialog.getByLabel('The reporter can read it').isChecked()).toBe(true);

    // It arrives, and its answer does not.
    await page.route(
      '**/notes',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await dialog.getByLabel('Add a note').fill('Written whole.');
    await dialog.getByRole('button', { name: 'Add Note' }).click();
    await dialog.getByText('The note could not be added. Nothing you wrote is lost: try again.').waitFor();
    expect(await dialog.getByLabel('Add a note').inputValue()).toBe('Written whole.');
    await dialog.getByRole('button', { name: 'Add Note' }).click();
    await dialog.getByText('The note is added.').waitFor();
    expect((await historyOf(made, office)).filter(({ kind }) => kind === 'noted')).toHaveLength(1);
    await context.close();
  });

  it('are not doubled where the history shows them before their answer is lost', async () => {
    const made = await report('Late Road');
    const { page, context } = await openOffice(browser, portal, office);
    await page.clock.install();
    await page.goto(dashboard);
    const dialog = await openDetails(page, 'Late Road');
    const entries = dialog.getByRole('list', { name: 'History' }).getByRole('listitem');
    await entries.first().waitFor();
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
    await page.route(
      '**/notes',
      async (route) => {
        await route.fetch();
        await lost;
        await route.abort();
      },
      { times: 1 },
    );
    await dialog.getByLabel('Add a note').fill('Written once.');
    await dialog.getByRole('button', { name: 'Add Note' }).click();
    const noted = async () => (await historyOf(made, office)).filter(({ kind }) => kind === 'noted').length;
    await expect.poll(noted).toBe(1);
    await page.clock.fastForward(31_000);
    await entries.filter({ hasText: 'Written once.' }).waitFor();
    lose();
    await dialog.getByText('The note could not be added. Nothing you wrote is lost: try again.').waitFor();
    await dialog.getByRole('button', { name: 'Add Note' }).click();
    await dialog.getByText('The note is added.').waitFor();
    expect(await noted()).toBe(1);
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

it('a note that arrives after its dialog was closed and opened again is no draft any more; what was written since is', async () => {
  await report('Reopened Road');
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(dashboard);
  let dialog = await openDetails(page, 'Reopened Road');
  const field = page.getByRole('dialog').getByLabel('Add a note');
  const entries = page.getByRole('dialog').getByRole('list', { name: 'History' }).getByRole('listitem');
  for (const later of ['', 'Written since.']) {
    const { promise: sent, resolve } = Promise.withResolvers<Route>();
    await page.route('**/notes', resolve, { times: 1 });
    await field.fill('Sent slowly.');
    await dialog.getByRole('button', { name: 'Add Note' }).click();
    const held = await sent;
    const number = await entries.filter({ hasText: 'Sent slowly.' }).count();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    dialog = await openDetails(page, 'Reopened Road');
    expect(await field.inputValue()).toBe('Sent slowly.');
    // As it is, it is not sent a second time.
    const add = dialog.getByRole('button', { name: 'Add Note' });
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    if (later) {
      await field.fill(later);
      expect(await add.getAttribute('aria-disabled')).toBeNull();
    }
    await held.continue();
    await expect.poll(() => entries.filter({ hasText: 'Sent slowly.' }).count()).toBe(number + 1);
    await expect.poll(() => field.inputValue()).toBe(later);
  }
  await context.close();
});

it('a note that fails while the next one is being sent changes nothing of the next one', async () => {
  await report('Loud Road');
  const { page, context } = await openOffice(browser, portal, office);
  const held: Route[] = [];
  await page.route('**/notes', (route) => {
    held.push(route);
  });
  await page.goto(dashboard);
  const write = async (text: string) => {
    const dialog = await openDetails(page, 'Loud Road');
    await dialog.getByLabel('Add a note').fill(text);
    const before = held.length;
    await dialog.getByRole('button', { name: 'Add Note' }).click();
    await expect.poll(() => held.length).toBe(before + 1);
    return dialog;
  };
  const closed = await write('The first.');
  await page.keyboard.press('Escape');
  await closed.waitFor({ state: 'detached' });
  const dialog = await write('The second.');
  await held[0]?.fulfill({ status: 503 });
  await page.getByText('The changes of Water Supply Problem could not be saved.').waitFor();
  expect(await dialog.getByText('The note could not be added.').count()).toBe(0);
  await held[1]?.continue();
  await dialog.getByText('The note is added.').waitFor();
  expect(await dialog.getByLabel('Add a note').inputValue()).toBe('');
  await context.close();
});

it('what fails after its dialog was closed is said, and is there when it is opened again', async () => {
  await report('Left Road');
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(dashboard);
  let dialog = await openDetails(page, 'Left Road');
  const { promise: sent, resolve } = Promise.withResolvers<Route>();
  await page.route('**/notes', resolve, { times: 1 });
  await dialog.getByLabel('Add a note').fill('Sent from far away.');
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  const held = await sent;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await held.fulfill({ status: 503 });
  await expectText(page, 'The changes of Water Supply Problem could not be saved.');
  await page.getByRole('button', { name: 'Edit again' }).click();
  dialog = page.getByRole('dialog');
  await dialog.getByText('The note could not be added. Nothing you wrote is lost: try again.').waitFor();
  expect(await dialog.getByLabel('Add a note').inputValue()).toBe('Sent from far away.');
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  await dialog.getByText('The note is added.').waitFor();
  await context.close();
});
