import { pages } from '@tma/contracts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser } from '../../testing/browser.ts';
import { call, join, joinAdmin } from '../../testing/calls.ts';
import * as walk from '../../testing/people.ts';
import { violations } from '../../testing/violations.ts';

const portal = inject('portal');
const resident = walk.newResident('Mardan');
const admin = walk.newResident('Mardan');
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  const { jpeg } = await walk.makeFiles(browser);
  const token = await join(portal, resident);
  await joinAdmin(portal, admin);
  const form = () => {
    const data = new FormData();
    data.set('issue', 'Water Supply Problem');
    data.set('location', 'Bazaar');
    data.set('description', 'No water since the morning.');
    data.set('image', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'a.jpg');
    return data;
  };
  await call(portal, '/newrequest', { token, form });
});
afterAll(() => browser?.close());

describe.each([375, 1280])('axe finds nothing at %i px', (width) => {
  it('on the pages of somebody who is signed out', async () => {
    const { page, context } = await walk.openPage(browser, width);
    for (const { path } of pages) {
      await page.goto(portal.portal + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await violations(page)).toEqual([]);
    }
    await context.close();
  });

  it("on a resident's pages and dialogs", async () => {
    const { page, context } = await walk.openPage(browser, width);
    await walk.signIn(page, portal, resident);
    for (const path of ['/userDashboard', '/newrequest', '/allrequests', '/profile']) {
      await page.goto(portal.portal + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await violations(page)).toEqual([]);
    }
    await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
    await page.getByRole('button', { name: 'Water Supply Problem' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  it("on the administrator's list and dialogs", async () => {
    const { page, context } = await walk.openPage(browser, width);
    await walk.signInAdmin(page, portal, admin);
    const card = page.getByRole('article').filter({ hasText: resident.phone });
    await card.getByRole('button', { name: 'Water Supply Problem' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await card.getByRole('button', { name: 'Water Supply Problem' }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Schedule On').waitFor();
    expect(await violations(page)).toEqual([]);
    await context.close();
  });
});
