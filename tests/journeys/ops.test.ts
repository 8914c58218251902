import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { askedMetrics } from '../../infra/observability/read.ts';
import { lastRunning } from '../../infra/run/run-file.ts';
import { openBrowser } from '../../testing/browser.ts';
import { join } from '../../testing/calls.ts';
import { mailWith } from '../../testing/mailbox.ts';
import { newResident, openPage } from '../../testing/people.ts';
import { violations } from '../../testing/violations.ts';

const portal = inject('portal');
const resident = newResident('Mardan');
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  // So that there is a mail, and somebody whom the page must not name.
  await join(portal, resident);
  await mailWith(portal.mailbox, resident.email, /^Confirm your email$/);
});
afterAll(() => browser?.close());

it('opens with the admin secret key by keyboard alone, tells how everything is, and closes', async () => {
  const { page, context, faults } = await openPage(browser);
  await page.goto(`${portal.portal}/ops`);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not the key at all');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Invalid Secret Key' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type(portal.secretKey);
  await page.keyboard.press('Enter');
  await page.getByText('Every part is up.').waitFor();

  const rowsOf = async (name: string) =>
    (await page.getByRole('region', { name }).getByRole('row').allInnerTexts())
      .slice(1)
      .map((row) => row.split(/\s*\t\s*/));
  const parts = await rowsOf('Parts');
  expect(parts.map(([name, health]) => [name, health])).toEqual(
    ['gateway', 'auth', 'reports', 'files', 'notify', 'shell', 'resident', 'admin'].map((name) => [name, 'ok']),
  );
  expect(parts.slice(0, 5).map(([, , , node]) => node)).toEqual(Array(5).fill(process.version));
  const events = await rowsOf('Events');
  expect(events.map(([name]) => name)).toEqual(['auth', 'reports', 'files', 'notify']);
  expect(events.flat()).not.toContain('undefined');
  const mails = await rowsOf('Mails of the last month');
  expect(mails).toContainEqual(['sent', expect.stringMatching(/^[1-9]/), expect.stringMatching(/ ago$/)]);
  const html = await page.getByRole('main').innerHTML();
  for (const personal of [resident.email, resident.firstName, resident.phone, '@', portal.secretKey]) {
    expect(html).not.toContain(personal);
  }

  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Admin secret key').waitFor();
  // The browser itself notes each 401.
  expect(faults.filter((fault) => !fault.includes('status of 401'))).toEqual([]);
  await context.close();
});

describe.each([375, 1280])('at %i px', (width) => {
  it.each(['light', 'dark'] as const)('axe finds nothing in the %s, and nothing sticks out', async (colorScheme) => {
    const { page, context } = await openPage(browser, width);
    await page.emulateMedia({ colorScheme });
    await page.goto(`${portal.portal}/ops`);
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Admin secret key').fill(portal.secretKey);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Every part is up.').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await context.close();
  });
});

it('what alerts and the dashboard ask for, the parts tell', async () => {
  const ports = (await lastRunning(portal.dataDir))?.ports;
  const texts = await Promise.all(
    (['gatewayMetrics', 'auth', 'reports', 'files', 'notify'] as const).map(async (name) =>
      (await fetch(`http://127.0.0.1:${ports?.[name]}/metrics`)).text(),
    ),
  );
  const told = new Map([...texts.join('\n').matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]));
  const missing = askedMetrics.filter((name) => {
    const [, base] = /^(.+)_(bucket|count|sum)$/.exec(name) ?? [];
    return !told.has(name) && told.get(base) !== 'histogram';
  });
  // What the machine tells comes from node_exporter.
  expect(missing).toEqual(['node_filesystem_avail_bytes', 'node_filesystem_size_bytes']);
  expect(askedMetrics.length).toBeGreaterThan(12);
});
