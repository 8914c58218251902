/** Notes of administrators on a report. */
import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDetails, openOffice, startOffice } from '../../testing/admins.ts';
import { startJourney } from '../../testing/journey.ts';
import { mailWith } from '../../testing/mailbox.ts';
import { expectText } from '../../testing/people.ts';

const { portal, browser, jpeg } = await startJourney();
const dashboard = `${portal.portal}/adminDashboard`;
const { office, resident, token, report, historyOf } = await startOffice(portal, jpeg);

it('notes are private or for the reporter, kept once, and in the history at once', async () => {
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

it('notes are not lost where they fail or the dialog is closed, and not doubled where no answer came', async () => {
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

it('notes are not doubled where the history shows them before their answer is lost', async () => {
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
