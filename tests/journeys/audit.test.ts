/** The audit log: what staff did and read is on its page within seconds, whichever service it happened in. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { run } from '../../infra/processes/run-program.ts';
import { newTehsil, openOffice, startOffice } from '../../testing/admins.ts';
import { call } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { watchShifts, wrongWith } from '../../testing/looks.ts';
import { pressMore } from '../../testing/people.ts';

const { portal, browser, jpeg } = await startJourney();
type Entry = { seq: number; kind: string; by: { id: string; name: string } | null; about: string };
const entriesOf = (token: string) => call<Entry[]>(portal, '/api/audit', { token });

it('a head sees what was done and read within five seconds, narrows it, and takes it along; nothing stays on the device', async () => {
  const { office, report } = await startOffice(portal, jpeg);
  const { id, reference } = await report('Canal Road');
  const [row] = await call<{ userId: string }[]>(portal, '/adminrequests', { token: office });
  await call(portal, `/request-contact/${row?.userId}`, { token: office });
  await call(portal, '/api/deadlines', {
    method: 'PUT',
    token: office,
    json: { issue: 'Street Lights Repair', days: 9 },
  });
  await call(portal, `/reports/${id}/hidden`, {
    method: 'PUT',
    token: office,
    json: { hidden: true, reason: 'A face' },
  });
  const kinds = ['hidden', 'deadline-changed', 'contact-read', 'signed-in', 'registered', 'tehsil-added'];
  await expect
    .poll(async () => (await entriesOf(office)).map(({ kind }) => kind).sort(), { timeout: 5000 })
    .toEqual(kinds.toSorted());

  const { page, context, faults } = await openOffice(browser, portal, office);
  await watchShifts(context);
  await page.goto(`${portal.portal}/adminDashboard`);
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('row').nth(kinds.length).waitFor();
  expect(await page.title()).toContain('Audit log');
  await page.getByRole('row', { name: `Report hidden ${reference}` }).waitFor();
  await page.getByRole('row', { name: 'Deadline changed Street Lights Repair Working days: 9' }).waitFor();
  expect(await wrongWith(page)).toEqual([]);
  await page.getByLabel('What').selectOption('Contact number read');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  const who = (await entriesOf(office))[0]?.by?.name ?? '';
  await page.getByLabel('Who').selectOption(who);
  await page.reload();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toHaveLength(3);
  await page.getByLabel('What').selectOption('Key ended');
  await page.getByText('No Entries Found').waitFor();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const urls = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return [...urls.flat(), ...Object.keys(localStorage), ...Object.keys(sessionStorage)];
  });
  expect(kept.filter((one) => one.includes('audit'))).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();

  const { office: stranger } = await newTehsil(portal);
  expect((await entriesOf(stranger)).some(({ about }) => about === reference)).toBe(false);
});

it('says that it could not be read, and reads it when asked again', async () => {
  const { office } = await newTehsil(portal);
  const { page, context } = await openOffice(browser, portal, office, 320);
  await watchShifts(context);
  await page.route('**/api/audit?*', (route) => route.abort());
  await page.goto(`${portal.portal}/adminAudit`);
  await page.getByText('The audit log could not be loaded.').waitFor();
  await page.unroute('**/api/audit?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('row', { name: 'Registered' }).waitFor();
  expect(await wrongWith(page)).toEqual([]);
  await context.close();
});

it('more than a page comes by Show more, and the focus is where it goes on', async () => {
  const { office } = await newTehsil(portal);
  const put = (days: number) =>
    call(portal, '/api/deadlines', { method: 'PUT', token: office, json: { issue: 'Street Lights Repair', days } });
  for (let days = 1; days <= 60; days += 1) if (days !== 3) await put(days);
  await expect.poll(async () => (await entriesOf(office)).length, { timeout: 30_000 }).toBe(50);
  const { page, context } = await openOffice(browser, portal, office);
  await page.goto(`${portal.portal}/adminAudit`);
  await page.getByRole('row').nth(50).waitFor();
  await pressMore(page, /\/api\/audit\?.*before=/);
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(51);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TR');
  await context.close();
});

it('npm run audit-log verify says that every entry is as written, and what it can be asked', async () => {
  const auditLog = (...args: string[]) =>
    run(process.execPath, ['infra/commands/audit-log.ts', ...args], { env: { DATA_DIR: portal.dataDir, PATH: '' } });
  expect(await auditLog('verify')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^\d+ entries are as written(, the first \d+ as they were signed on [\d-]+)?\.\n$/),
  });
  expect(await auditLog()).toMatchObject({ code: 1, output: expect.stringContaining('Use: npm run audit-log verify') });
});
