import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, join, joinAdmin } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { desktop, overflowOf, phone, watchShifts, wrongWith } from '../../testing/looks.ts';
import * as people from '../../testing/people.ts';
import { changeReport, enter, openResident, submitReport } from '../../testing/reports.ts';

const { portal, browser, jpeg } = await startJourney();
const resident = people.newResident('Mardan');

beforeAll(async () => {
  const token = await join(portal, resident);
  const office = await joinAdmin(portal, people.newResident('Mardan'));
  for (const status of ['Open', 'In Progress', 'Closed', 'Dropped']) {
    const { id } = await submitReport(portal, token, jpeg, { schedule: '2027-03-05' });
    await changeReport(portal, office, id, { status });
  }
});

describe.each([phone, desktop])(
  'at %j: nothing is found by axe, on a desktop by night, too; nothing jumps, nothing is logged as an error',
  (viewport) => {
    const look = (page: Page) => wrongWith(page, viewport === desktop);

    async function begin() {
      const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
      await watchShifts(context);
      const page = await enter(context, portal, resident);
      return { page, context, faults: people.faultsOf(page) };
    }

    it('on the views of the dashboard and its dialogs', async () => {
      const { page, context, faults } = await begin();
      const wrong: unknown[] = [];
      // The pages as they first open are in looks.test.ts.
      for (const path of ['/userDashboard?tab=Dropped', '/userDashboard?tab=AllRequests', '/allrequests']) {
        await page.goto(portal.portal + path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        wrong.push(...(await look(page)));
      }
      await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
      await page.getByText('4 Reports').waitFor();
      wrong.push(...(await look(page)));
      await page.getByRole('article').first().click();
      await page.getByRole('dialog').getByText('Received').waitFor();
      wrong.push(...(await look(page)));
      await page.keyboard.press('Escape');
      if (viewport === phone) {
        await page.getByRole('button', { name: /menu/i }).click();
        // It is there on a phone alone.
        wrong.push(...(await wrongWith(page)));
      }
      await page.getByRole('button', { name: 'Invite Neighbors' }).click();
      await page.getByRole('dialog', { name: 'Invite a Neighbor' }).waitFor();
      wrong.push(...(await look(page)));
      expect([...wrong, ...faults]).toEqual([]);
      await context.close();
    });

    it('on /newrequest: with what is wrong said, and filled', async () => {
      const { page, context, faults } = await begin();
      const wrong: unknown[] = [];
      await page.goto(`${portal.portal}/newrequest`);
      await people.submitRequest(page);
      await people.expectText(page, /Missing: issue/);
      wrong.push(...(await look(page)));
      const whole = { issue: 'Limit Certificate', location: 'Bank Road', description: 'For the shop.', image: jpeg };
      await people.fillRequest(page, portal, whole);
      await page.getByRole('img', { name: 'Preview of light.jpg' }).waitFor();
      wrong.push(...(await look(page)));
      expect([...wrong, ...faults]).toEqual([]);
      await context.close();
    });
  },
);

it('at 320 and 1280 px no page is wider for a tehsil and a location that are one long word', async () => {
  const newtehsil = `Kot${'muzaffarabad'.repeat(6)}${randomInt(10 ** 5)}`;
  await call(portal, '/api/addTehsil', { json: { newtehsil, Secret_Key: portal.secretKey } });
  const person = { ...people.newResident(newtehsil), location: 'k'.repeat(200) };
  const { reference } = await submitReport(portal, await join(portal, person), jpeg);
  const { page, context } = await openResident(browser, portal, person);
  for (const path of ['/userDashboard', '/userDashboard?tab=mycomplaints', `/r/${reference}`]) {
    await page.goto(portal.portal + path);
    await page.getByText(newtehsil).first().waitFor();
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overflowOf(page), { message: path }).toBeLessThanOrEqual(0);
    }
  }
  await context.close();
});
