import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newTehsil } from '../../testing/admins.ts';
import { join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { watchShifts, wrongWith } from '../../testing/looks.ts';
import { faultsOf, newResident, openPage } from '../../testing/people.ts';
import { changeReport, submitReport } from '../../testing/reports.ts';

const { portal, browser, jpeg } = await startJourney();
let tehsil: string;

beforeAll(async () => {
  const made = await newTehsil(portal);
  tehsil = made.tehsil;
  const token = await join(portal, newResident(tehsil));
  const [report] = [
    await submitReport(portal, token, jpeg, { issue: 'Street Lights Repair' }),
    await submitReport(portal, token, jpeg),
  ];
  await changeReport(portal, made.office, report.id, { status: 'Closed' });
});

async function open(path: string, width = 1280): Promise<Page> {
  const { page, context } = await openPage(browser, width);
  await watchShifts(context);
  await page.goto(portal.portal + path);
  return page;
}
const figuresOf = (query: string) => `/figures?${new URLSearchParams({ tehsil })}${query}`;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const sumOf = (page: Page, name: string) => page.locator('dl > div', { hasText: name }).locator('dd').innerText();
const partOf = (page: Page, title: string) => page.getByRole('region', { name: title });

it('from Home to the figures of a tehsil, which the address keeps, and back', async () => {
  const page = await open('/');
  const faults = faultsOf(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Figures/ })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Figures' }).waitFor();
  await page.getByLabel('Tehsil').selectOption(tehsil);
  await page.getByText('Reports and closings by week').waitFor();
  expect(
    await Promise.all(['Reports', 'Closings', 'Open now', 'Overdue now'].map((name) => sumOf(page, name))),
  ).toEqual(['2', '1', '1', '0']);
  expect(new URL(page.url()).searchParams.get('tehsil')).toBe(tehsil);
  await page.reload();
  await expect.poll(() => page.getByLabel('Tehsil').inputValue()).toBe(tehsil);
  await page.getByText('Reports and closings by week').waitFor();
  expect(await page.title()).toMatch(/^Figures/);
  await page.goBack();
  await page.waitForURL(`${portal.portal}/`);
  const footer = page.getByRole('contentinfo').getByRole('navigation', { name: 'Quick links' });
  await footer.getByRole('link', { name: 'Figures' }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

it('each chart has its table, for screen readers always', async () => {
  const page = await open(figuresOf(''));
  const types = partOf(page, 'Time to closing by type');
  await page.getByText('Reports and closings by week').waitFor();
  const row = types.getByRole('row', { name: /^Street Lights Repair/ });
  expect(await row.getByRole('cell').allInnerTexts()).toEqual(['0', '0', '1', '0', '100%']);
  const weeks = partOf(page, 'Reports and closings by week');
  expect(await weeks.getByRole('row').last().getByRole('cell').allInnerTexts()).toEqual(['2', '1', '0']);
  const said = partOf(page, 'Closures by what their reporters said');
  await said.getByRole('row', { name: 'Closed without a picture 1' }).waitFor();
  const table = types.getByRole('table');
  const seen = async () => (await table.boundingBox())?.width ?? 0;
  const whole = () => types.locator('svg').count();
  expect(await whole()).toBeGreaterThan(0);
  await types.getByRole('switch', { name: 'Show as table' }).check();
  await expect.poll(seen).toBeGreaterThan(300);
  expect(await whole()).toBe(0);
  await page.context().close();
});

it('a range that is wrong says so beside the field, one without figures that there are none', async () => {
  const page = await open(figuresOf('&from=2026-01-01&to=2026-02-01'));
  await page.getByText('No figures for this time.').waitFor();
  const to = page.getByLabel('To', { exact: true });
  await to.fill('2025-12-31');
  await expect.poll(() => to.getAttribute('aria-invalid')).toBe('true');
  await page.getByText('To must not be before From.').waitFor();
  expect(new URL(page.url()).searchParams.get('to')).toBe('2025-12-31');
  await to.fill('2028-12-31');
  await page.getByText('Choose 2 years at most.').waitFor();
  await to.fill('2026-01-31');
  await page.getByText('No figures for this time.').waitFor();
  await page.context().close();
});

it('what cannot be read can be tried again', async () => {
  const page = await open('/figures');
  await page.route('**/api/figures?*', (route) => route.fulfill({ status: 503, json: { status: 503 } }));
  await page.getByLabel('Tehsil').selectOption(tehsil);
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unroute('**/api/figures?*');
  await again.click();
  await page.getByText('Reports and closings by week').waitFor();
  await page.context().close();
});

it('the figures can be saved as CSV', async () => {
  const page = await open(figuresOf(''));
  await page.getByRole('button', { name: 'Download CSV' }).waitFor();
  const [from, to] = await Promise.all(
    ['From', 'To'].map((name) => page.getByLabel(name, { exact: true }).inputValue()),
  );
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe(`figures-${tehsil}-${from}-${to}.csv`);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines).toContain('Type,Street Lights Repair,,1,,0,0,0,1');
  // A head, 12 weeks, 13 types, 4 answers, and the end of the last line.
  expect(lines).toHaveLength(1 + 12 + 13 + 4 + 1);
  await page.context().close();
});

it.each([320, 1280])('nothing is wrong with its looks at %i px, charts and tables alike', async (width) => {
  const page = await open(figuresOf(`&from=${daysAgo(700)}`), width);
  await page.getByText('Reports and closings by week').waitFor();
  expect(await wrongWith(page, width === 1280)).toEqual([]);
  for (const one of await page.getByRole('switch').all()) await one.check();
  expect(await wrongWith(page, width === 1280)).toEqual([]);
  await page.context().close();
});
