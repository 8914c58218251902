import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { enter } from '../../testing/reports.ts';

const { portal, browser } = await startJourney();
const dashboard = `${portal.portal}/userDashboard`;
const resident = people.newResident('Mardan');

beforeAll(async () => {
  await join(portal, resident);
});

/** The resident's page. */
async function begin(options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
    ...options,
  });
  return { page: await enter(context, portal, resident), context };
}

const entry = (page: Page, name: string) => page.getByRole('navigation').getByRole('button', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

describe('who may enter', () => {
  // Nobody who is signed out: identity-sessions.test.ts.
  it('nobody whose address is not confirmed', async () => {
    const { page, context } = await begin();
    await page.evaluate(() => {
      const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('sb-'));
      const session = JSON.parse(localStorage.getItem(key) ?? '{}');
      delete session.user.email_confirmed_at;
      localStorage.setItem(key, JSON.stringify(session));
    });
    await page.goto(dashboard);
    await page.waitForURL('**/email-verification');
    await people.expectText(page, resident.email);
    await context.close();
  });

  it('Back from where one was led to goes to the page before, signed in or not', async () => {
    const { page, context } = await begin();
    await page.goto(portal.portal);
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await page.waitForURL('**/userDashboard');
    await page.goBack();
    await page.waitForURL(`${portal.portal}/`);
    await page.evaluate(() => localStorage.clear());
    await page.goto(dashboard);
    await page.waitForURL('**/signin');
    await page.goBack();
    await page.waitForURL(`${portal.portal}/`);
    await context.close();
  });

  it('somebody without a profile, who is given one from what they said at sign-up', async () => {
    const { page, context } = await begin();
    let created: unknown;
    await page.route('**/rest/v1/usersdb*', (route) => {
      if (route.request().method() !== 'POST')
        return route.fulfill({
          status: 406,
          json: { code: 'PGRST116', message: 'no rows', details: null, hint: null },
        });
      created = route.request().postDataJSON();
      return route.fulfill({ status: 201, body: '' });
    });
    await page.goto(dashboard);
    await people.expectText(page, 'Your Location: Bank Road');
    expect(created).toMatchObject({
      first_name: resident.firstName,
      last_name: resident.lastName,
      contact_number: resident.phone,
      tehsil: 'Mardan',
      location: 'Bank Road',
    });
    await context.close();
  });
});

describe('the dashboard', () => {
  it('keeps its view in the address: Back, reload and a shared link open it', async () => {
    const { page, context } = await begin();
    await page.goto(dashboard);
    await heading(page, 'Service Providers');
    await entry(page, 'My Reports').click();
    await heading(page, 'My Reports');
    expect(new URL(page.url()).searchParams.get('tab')).toBe('mycomplaints');
    await entry(page, 'Overall Reports').click();
    await heading(page, 'All Community Reports');
    await entry(page, 'Overall Reports').click();
    await page.reload();
    await heading(page, 'All Community Reports');
    await page.goBack();
    await heading(page, 'My Reports');
    await page.goto(`${dashboard}?tab=Dropped`);
    await heading(page, 'Dropped Reports');
    await page.goto(`${dashboard}?tab=nothing`);
    await heading(page, 'Service Providers');
    await context.close();
  });

  it('folds its sidebar at 992 px; choosing an entry closes it', async () => {
    const { page, context } = await begin({ viewport: { width: 992, height: 800 } });
    await page.goto(dashboard);
    const menu = page.getByRole('button', { name: /menu/i });
    await menu.click();
    await page.getByRole('heading', { name: 'User Dashboard' }).waitFor();
    expect(await menu.getAttribute('aria-expanded')).toBe('true');
    await entry(page, 'Dropped Reports').click();
    await heading(page, 'Dropped Reports');
    expect(await menu.getAttribute('aria-expanded')).toBe('false');
    expect(await page.getByRole('heading', { name: 'User Dashboard' }).count()).toBe(0);
    await menu.click();
    await page.setViewportSize({ width: 993, height: 800 });
    await page.getByRole('heading', { name: 'User Dashboard' }).waitFor();
    await menu.waitFor({ state: 'detached' });
    // Open as the window grew, it is folded when the window is narrow again.
    await page.setViewportSize({ width: 992, height: 800 });
    await menu.waitFor();
    expect(await menu.getAttribute('aria-expanded')).toBe('false');
    await context.close();
  });

  it("says where one is and how many of the tehsil's requests were resolved", async () => {
    const { page, context } = await begin();
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/rest/v1/usersdb*', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(dashboard);
    await people.expectText(page, 'Your Location: Loading...');
    answer();
    await people.expectText(page, 'Your Location: Bank Road');
    await people.expectText(page, 'TMA Mardan');
    await people.expectText(page, 'Tehsil Municipal Administration Mardan');
    const { resolved } = (await (await fetch(`${portal.portal}/api/stats?tehsil=Mardan`)).json()) as {
      resolved: number;
    };
    await page.getByText(String(resolved).padStart(2, '0'), { exact: true }).waitFor();
    await people.expectText(page, 'Requests Resolved All times');
    // Where nothing was resolved yet.
    await page.route('**/api/stats*', (route) => route.fulfill({ json: { resolved: 0 } }));
    await page.reload();
    await page.getByText('00', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'New Report' }).click();
    await page.waitForURL('**/newrequest');
    await context.close();
  });
});

describe('inviting a neighbour', () => {
  const open = async () => {
    const { page, context } = await begin();
    await page.goto(dashboard);
    await entry(page, 'Invite Neighbors').click();
    const dialog = page.getByRole('dialog', { name: 'Invite a Neighbor' });
    await dialog.getByLabel("Neighbor's Email").fill('neighbour@example.com');
    return { page, context, dialog };
  };

  it("begins with one's own address; sent, it says so and closes, and the next one begins with nothing said", async () => {
    const { page, context, dialog } = await open();
    expect(await dialog.getByLabel('Your Email').inputValue()).toBe(resident.email);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/sendInvite')) asked += 1;
    });
    await people.pressTwice(dialog.getByRole('button', { name: 'Send Invite' }));
    await page.getByRole('status').filter({ hasText: 'Invitation sent!' }).waitFor();
    expect([asked, await dialog.count()]).toEqual([1, 0]);
    await entry(page, 'Invite Neighbors').click();
    await dialog.waitFor();
    expect(await page.getByText('Invitation sent!').count()).toBe(0);
    await context.close();
  });

  it('answered only after the dialog was closed, it says so on the page, and one that is open stays', async () => {
    const { page, context, dialog } = await open();
    for (const status of [200, 429]) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/api/sendInvite', (route) => released.then(() => route.fulfill({ status, json: {} })));
      await dialog.getByRole('button', { name: 'Send Invite' }).click();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await entry(page, 'Invite Neighbors').click();
      await dialog.getByLabel("Neighbor's Email").fill('second@example.com');
      release();
      await page.getByText(status === 200 ? 'Invitation sent!' : 'Failed to send invitation.').waitFor();
      expect(await dialog.getByLabel("Neighbor's Email").inputValue()).toBe('second@example.com');
      await page.unroute('**/api/sendInvite');
    }
    await context.close();
  });

  it('without a network there is no alert, refused it says so, and nothing is lost', async () => {
    const { page, context, dialog } = await open();
    await page.route('**/api/sendInvite', (route) => route.abort());
    const logged = page.waitForEvent('console', (message) => message.text().includes('invitation was not sent'));
    await dialog.getByRole('button', { name: 'Send Invite' }).click();
    await logged;
    await dialog.getByRole('button', { name: 'Send Invite' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await dialog.getByLabel("Neighbor's Email").inputValue()).toBe('neighbour@example.com');
    await page.unroute('**/api/sendInvite');
    await page.route('**/api/sendInvite', (route) => route.fulfill({ status: 429, json: { message: 'Too many' } }));
    await dialog.getByRole('button', { name: 'Send Invite' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Failed to send invitation.' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(await dialog.count()).toBe(0);
    await context.close();
  });
});
