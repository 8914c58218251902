import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startJourney } from '../../testing/journey.ts';
import { openPage } from '../../testing/people.ts';

const {
  portal: { portal },
  browser,
} = await startJourney();

const publicPages = [
  ['/', 'Home', 'Report a problem to the department that fixes it'],
  ['/about', 'About Us', 'About Us'],
  ['/services', 'Our Services', 'Our Services'],
  ['/contact', 'Contact Us', 'Contact Us'],
] as const;

interface Contact {
  phone: string;
  email: string;
  address: string;
}
const readContact = async () => ((await (await fetch(`${portal}/api/config`)).json()) as { contact: Contact }).contact;

/** What every public page shows, whether scripts run or not. */
async function expectWhole(page: Page, heading: string) {
  const { phone, email, address } = await readContact();
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([heading]);
  expect(await page.getByRole('banner').getByText('Connecting Citizens and Government').isVisible()).toBe(true);
  const footer = page.getByRole('contentinfo');
  expect(await footer.getByText(address).isVisible()).toBe(true);
  expect(await footer.getByRole('link', { name: phone }).getAttribute('href')).toBe(`tel:${phone.replace(/\s/g, '')}`);
  expect(await footer.getByRole('link', { name: email }).getAttribute('href')).toBe(`mailto:${email}`);
  const links = await footer.getByRole('link').allTextContents();
  expect(links).toEqual(expect.arrayContaining(['Home', 'About', 'Services', 'Contact', 'Facebook', 'X', 'Instagram']));
  const toAdministration = footer.getByRole('navigation', { name: 'Administration' }).getByRole('link');
  const addresses = await toAdministration.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual(['/adminsignin', '/adminsignup']);
}

describe('without scripts', () => {
  it.each([375, 1280])('the public pages are whole and their links work, at %i px', async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(portal);
    for (const [path, title, heading] of publicPages) {
      const link = title === 'Home' ? 'Home' : title.replace(/ Us|Our /, '');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
      await page.waitForURL(portal + path);
      expect(await page.title()).toMatch(new RegExp(`^${title}`));
      await expectWhole(page, heading);
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Report', exact: true }).click();
    await page.waitForURL(`${portal}/signin`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This page needs JavaScript');
    await context.close();
  });
});

describe('the public pages', () => {
  it('say what the spec has, load no remote and make no noise', async () => {
    const { page, context, faults } = await openPage(browser);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const [path, title, heading] of publicPages) {
      await page.goto(portal + path, { waitUntil: 'networkidle' });
      expect(await page.title()).toMatch(new RegExp(`^${title}`));
      expect((await page.locator('meta[name="description"]').getAttribute('content'))?.length).toBeGreaterThan(40);
      await expectWhole(page, heading);
      if (path === '/')
        expect(await page.getByRole('heading', { name: /^(How it works|Enhanced Reporting)$/ }).count()).toBe(2);
      if (path === '/contact') await page.getByRole('main').getByText('Monday to Friday, 9:00 to 17:00').waitFor();
    }
    expect(asked.filter((one) => /remotes|remoteEntry/.test(one))).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('take what /api/config says, when it is not what the page came with', async () => {
    const { page, context } = await openPage(browser);
    await page.route('**/api/config', async (route) => {
      const answer = await route.fetch();
      const config = (await answer.json()) as { contact: Contact };
      await route.fulfill({ json: { ...config, contact: { ...config.contact, phone: '+92 937 123456' } } });
    });
    await page.goto(`${portal}/contact`);
    for (const part of ['main', 'contentinfo'] as const)
      await page.getByRole(part).getByRole('link', { name: '+92 937 123456' }).waitFor();
    await context.close();
  });

  it('an unknown address is a page that says so, with the way home', async () => {
    const { page, context } = await openPage(browser);
    const answer = await page.goto(`${portal}/no/such/page`);
    expect(answer?.status()).toBe(404);
    expect(await page.title()).toMatch(/^Page not found/);
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await page.waitForURL(`${portal}/`);
    await expect.poll(() => page.title()).toMatch(/^Home/);
    await context.close();
  });
});

describe('the menu at 992 px and below', () => {
  const scrollable = (page: Page) => page.evaluate(() => getComputedStyle(document.body).overflowY !== 'hidden');

  it('locks the page, closes by its button, outside, Escape and choosing a link, and is gone when the window grows', async () => {
    const { page, context } = await openPage(browser, 992);
    await page.goto(portal);
    const toggle = page.getByRole('button', { name: /menu/i });
    const login = page.getByRole('banner').getByRole('link', { name: 'Login' });
    const ways = [
      () => toggle.click(),
      () => page.mouse.click(400, 860),
      () => page.keyboard.press('Escape'),
      () => page.getByRole('banner').getByRole('link', { name: 'About' }).click(),
    ];
    for (const close of ways) {
      await toggle.click();
      await login.waitFor();
      expect([await toggle.getAttribute('aria-expanded'), await scrollable(page)]).toEqual(['true', false]);
      expect(await page.getByRole('banner').getByRole('link', { name: 'Register' }).isVisible()).toBe(true);
      await close();
      await login.waitFor({ state: 'hidden' });
      expect([await toggle.getAttribute('aria-expanded'), await scrollable(page)]).toEqual(['false', true]);
    }
    expect(page.url()).toBe(`${portal}/about`);

    await toggle.click();
    await page.setViewportSize({ width: 993, height: 900 });
    await toggle.waitFor({ state: 'detached' });
    expect([await login.isVisible(), await scrollable(page)]).toEqual([true, true]);
    await context.close();
  });
});

describe('going from page to page', () => {
  it('moves the focus to the new page and the view to its top; Back finds the view where it was', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(portal);
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Services' });
    await link.scrollIntoViewIfNeeded();
    const down = await page.evaluate(() => scrollY);
    expect(down).toBeGreaterThan(100);
    await link.click();
    await page.getByRole('heading', { name: 'Our Services' }).waitFor();
    await expect.poll(() => page.evaluate(() => [scrollY, document.activeElement?.tagName])).toEqual([0, 'MAIN']);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(down);
    await context.close();
  });

  it('the first stop of the Tab key leads past the navigation', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(portal);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    expect(await skip.evaluate((link) => link === document.activeElement && link.checkVisibility())).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Report');
    await context.close();
  });
});
