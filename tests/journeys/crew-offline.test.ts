/** Crew without a network: what they see, and what they do, which is sent once when there is one again. */
import { expect, it } from 'vitest';
import { photo } from '../../services/files/testing/photos.ts';
import { cardOf, joinStaff, startOffice } from '../../testing/admins.ts';
import { adminTokenOf, call, idIn } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { cachedText, openOnProxy, saysOffline, workerReady } from '../../testing/offline.ts';
import { newResident } from '../../testing/people.ts';

const { portal, browser, jpeg } = await startJourney();
const { tehsil, office, report } = await startOffice(portal, jpeg);

interface Entry {
  kind: string;
  text: string | null;
  status: string;
}
const historyOf = async (id: string) =>
  (await call<Entry[]>(portal, `/reports/${id}/history`, { token: office })).map(({ kind, text, status }) =>
    kind === 'noted' ? text : `${kind} ${status}`,
  );

it('crew open their tasks without a network, start, note and picture wait on the device, and each is sent once', async () => {
  const { id } = await report('Far Road');
  const karim = newResident(tehsil);
  const crew = await joinStaff(portal, office, karim, 'crew');
  const json = { assignee: idIn(crew) };
  await call(portal, `/reports/${id}/assignee`, { method: 'PUT', json, token: office });
  const { page, context, proxy, close } = await openOnProxy(browser, portal);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${proxy.url}/favicon.svg`);
  await page.evaluate((token) => localStorage.setItem('Token', token), crew);
  await page.goto(`${proxy.url}/adminDashboard`);
  await cardOf(page, 'Far Road').waitFor();
  await workerReady(page, 'admin');
  await expect.poll(() => cachedText(page)).toContain('Far Road');

  await context.setOffline(true);
  await page.reload();
  await saysOffline(page);
  await cardOf(page, 'Far Road').getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Start work' }).click();
  const kept = dialog.getByText('It is kept on this device and will be sent when you are online again.');
  await kept.waitFor();
  // Pressed again it is the same.
  await dialog.getByRole('button', { name: 'Start work' }).click();
  await dialog.getByRole('button', { name: 'Add a note', exact: true }).click();
  await dialog.getByLabel('Add a note').fill('The pole is rusty.');
  await dialog.getByRole('button', { name: 'Add Note', exact: true }).click();
  await expect.poll(() => kept.count()).toBe(2);
  expect(await dialog.getByLabel('Add a note').inputValue()).toBe('');
  await dialog.getByRole('button', { name: 'Add picture', exact: true }).click();
  await dialog.getByLabel('Picture of the finished work').setInputFiles({
    name: 'a.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo(Math.floor(Math.random() * 1e6), 640, 480),
  });
  await dialog.getByRole('button', { name: 'Add Picture', exact: true }).click();
  await expect.poll(() => kept.count()).toBe(3);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('Waiting to be sent').nth(2).waitFor();
  const acts = page.getByRole('region', { name: 'Waiting to be sent' }).getByRole('listitem');
  expect(await acts.count()).toBe(3);
  expect(await historyOf(id)).toEqual(['created Open', 'assigned Open']);
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText('It could not be sent yet.').waitFor();
  const logout = page.getByRole('banner').getByRole('button', { name: 'Logout' });
  await logout.click();
  const question = page.getByRole('dialog', { name: 'Work is waiting to be sent.' });
  await question.getByRole('button', { name: 'Send now' }).click();
  await question.getByText('It could not be sent yet.').waitFor();
  await question.getByRole('button', { name: 'Stay' }).click();

  await page.reload();
  await page.getByText('Waiting to be sent').nth(2).waitFor();
  // A second tab sends nothing twice.
  const other = await context.newPage();
  await other.goto(`${proxy.url}/adminDashboard`);
  await other.getByText('Waiting to be sent').nth(2).waitFor();
  await context.setOffline(false);
  await expect
    .poll(() => historyOf(id), { timeout: 60_000 })
    .toEqual(['created Open', 'assigned Open', 'changed In Progress', 'The pole is rusty.', 'proved In Progress']);
  await expect.poll(() => page.getByText('Waiting to be sent').count(), { timeout: 60_000 }).toBe(0);
  expect(await historyOf(id)).toHaveLength(5);

  await context.setOffline(true);
  await cardOf(page, 'Far Road').getByRole('button').click();
  await dialog.getByRole('button', { name: 'Add a note', exact: true }).click();
  await dialog.getByLabel('Add a note').fill('This is not to be sent.');
  await dialog.getByRole('button', { name: 'Add Note', exact: true }).click();
  await kept.waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await logout.click();
  await question.getByRole('button', { name: 'Log out and remove it' }).click();
  await expect.poll(() => cachedText(page)).not.toContain('Far Road');
  await context.setOffline(false);
  await page.goto(`${proxy.url}/favicon.svg`);
  await page.evaluate((token) => localStorage.setItem('Token', token), await adminTokenOf(portal, karim));
  await page.goto(`${proxy.url}/adminDashboard`);
  await cardOf(page, 'Far Road').waitFor();
  expect(await page.getByText('Waiting to be sent').count()).toBe(0);
  expect(await historyOf(id)).toHaveLength(5);

  await context.route('**/notes', (route) => route.abort());
  await cardOf(page, 'Far Road').getByRole('button').click();
  await dialog.getByRole('button', { name: 'Add a note', exact: true }).click();
  await dialog.getByLabel('Add a note').fill('Nor is this.');
  await dialog.getByRole('button', { name: 'Add Note', exact: true }).click();
  await kept.waitFor();
  await page.goto(`${proxy.url}/adminAccount`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await question.getByRole('button', { name: 'Log out and remove it' }).click();
  await page.waitForURL('**/adminsignin');
  await close();
});
