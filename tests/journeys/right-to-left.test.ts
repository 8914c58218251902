/** The portal in Urdu: nothing is cut off, on the wrong side or in the wrong order, on the narrowest phone and on a desktop. */
import { pages } from '@tma/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import admin from '../../frontends/admin/locales/ur.json' with { type: 'json' };
import resident from '../../frontends/resident/locales/ur.json' with { type: 'json' };
import shared from '../../packages/web/locales/ur.json' with { type: 'json' };
import maps from '../../packages/web/map/locales/ur.json' with { type: 'json' };
import { cardOf, keepToken, newTehsil } from '../../testing/admins.ts';
import { join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { changeReport, enter, type Report, submitReport } from '../../testing/reports.ts';
import { headingsNotInUrdu, misplacedIn, watchHeadings, wrongInUrdu } from '../../testing/right-to-left.ts';
import { latinWordsOn, namedIn } from '../../testing/urdu-pages.ts';

const { portal, browser, jpeg } = await startJourney();
const { tehsil, office } = await newTehsil(portal);
const reporter = people.newResident(tehsil);
/** In English with brackets: in an Urdu line they would be drawn somewhere else. */
const place = 'Bank Road (north side)';
const story = 'The pipe leaks (again), since Monday!';
let closed: Report;

beforeAll(async () => {
  const token = await join(portal, reporter);
  const texts = { location: place, description: story };
  for (const status of ['Open', 'In Progress', 'Dropped']) {
    const { id } = await submitReport(portal, token, jpeg, { ...texts, schedule: '2099-03-05' });
    await changeReport(portal, office, id, { status });
  }
  closed = await submitReport(portal, token, jpeg, { ...texts, issue: 'Grant of Trade License for Small Business' });
  await changeReport(portal, office, closed.id, { status: 'Closed' });
});

type Visitor = 'visitor' | 'resident' | 'administrator';
const openTo: Readonly<Record<string, Visitor>> = {
  '/userDashboard': 'resident',
  '/newrequest': 'resident',
  '/allrequests': 'resident',
  '/profile': 'resident',
  '/adminDashboard': 'administrator',
  '/adminAccount': 'administrator',
  '/adminSettings': 'administrator',
  '/adminAudit': 'administrator',
  '/adminCounter': 'administrator',
  '/adminStaff': 'administrator',
};

/** A browser whose reader chose Urdu before. */
async function begin(width: number, who: Visitor): Promise<{ page: Page; context: BrowserContext; faults: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, serviceWorkers: 'block' });
  await context.addCookies([{ name: 'lang', value: 'ur', url: portal.portal }]);
  await watchHeadings(context);
  const page = who === 'resident' ? await enter(context, portal, reporter) : await context.newPage();
  page.setDefaultTimeout(15_000);
  if (who === 'administrator') await keepToken(page, portal, office);
  return { page, context, faults: people.faultsOf(page) };
}

const open = async (page: Page, path: string) => {
  await page.goto(portal.portal + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
};
const dialogOf = (page: Page) => page.getByRole('dialog');
const phone = { width: 320, height: 800 };
const desktop = { width: 1280, height: 800 };
const card = (page: Page) => page.getByRole('article').first();

it.each(['visitor', 'resident', 'administrator'] as const)(
  'the pages of a %s are in Urdu from the first moment on, all of it, at 320 and 1280 px',
  async (who) => {
    const { page, context, faults } = await begin(320, who);
    const { firstName, lastName, location } = reporter;
    const written = [place, story, firstName, lastName, location];
    const paths = pages.map(({ path }) => path).filter((path) => (openTo[path] ?? 'visitor') === who);
    const wrong: string[] = [];
    for (const path of paths) {
      await page.setViewportSize(phone);
      await open(page, path);
      // Axe is asked at 1280 px, and at both widths in looks.test.ts.
      wrong.push(...(await misplacedIn(page)));
      await page.setViewportSize(desktop);
      wrong.push(...(await wrongInUrdu(page)), ...(await headingsNotInUrdu(page)));
      // Other tests add tehsils meanwhile.
      const named = await namedIn(portal);
      for (const word of await latinWordsOn(page, [...written, ...named])) wrong.push(`${path}: ${word}`);
    }
    expect([...wrong, ...faults]).toEqual([]);
    await context.close();
  },
);

describe.each([320, 1280])('at %i px', (width) => {
  it("a resident's lists, menu and dialogs", async () => {
    const { page, context, faults } = await begin(width, 'resident');
    const wrong: string[] = [];
    const look = async () => wrong.push(...(await wrongInUrdu(page)));
    await open(page, '/userDashboard?tab=mycomplaints');
    await card(page).waitFor();
    await look();
    await cardOf(page, shared.terms.issue.Grant_of_Trade_License_for_Small_Business).click();
    await dialogOf(page).getByRole('button', { name: shared.closure.notFixed }).click();
    await dialogOf(page).getByLabel(shared.closure.reason).fill(story);
    await dialogOf(page).getByRole('list').waitFor();
    await look();
    await page.keyboard.press('Escape');
    if (width < 993) {
      await page.getByRole('button', { name: shared.ui.menu }).click();
      await look();
    }
    await page.getByRole('button', { name: resident.dashboard.invite }).click();
    await dialogOf(page).waitFor();
    await look();
    await open(page, '/newrequest');
    await page.getByRole('button', { name: resident.newRequest.submit }).click();
    await page.getByRole('alert').first().waitFor();
    await look();
    expect([...wrong, ...faults]).toEqual([]);
    await context.close();
  });

  it("an administrator's dialogs, and the printed list", async () => {
    const { page, context, faults } = await begin(width, 'administrator');
    const wrong: string[] = [];
    const look = async () => wrong.push(...(await wrongInUrdu(page)));
    await page.addInitScript(() => {
      window.print = () => {};
    });
    await open(page, '/adminDashboard');
    await card(page).click();
    await dialogOf(page).getByRole('list').waitFor();
    await look();
    await dialogOf(page).getByRole('button', { name: admin.report.edit }).click();
    await dialogOf(page).getByLabel(admin.edit.status).selectOption('In Progress');
    await look();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: admin.print.print }).click();
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('table').waitFor();
    // About as wide as A4.
    await page.setViewportSize({ width: 760, height: 1000 });
    wrong.push(...(await misplacedIn(page)));
    expect([...wrong, ...faults]).toEqual([]);
    await context.close();
  });
});

/**
 * The nearest direction that is said of each element with a text: of what people wrote, never the page's own. The options of a
 * field have none: characters of their texts keep them together.
 */
const directionsOf = (page: Page, text: string) =>
  page
    .getByText(text)
    .and(page.locator(':not(option)'))
    .evaluateAll((found) => found.map((element) => element.closest('[dir]')?.getAttribute('dir') ?? null));

it('what people wrote runs its own way, references and numbers from left to right', async () => {
  const { page, context } = await begin(1280, 'administrator');
  await open(page, '/adminDashboard');
  await cardOf(page, reporter.phone).first().waitFor();
  await cardOf(page, shared.terms.issue.Grant_of_Trade_License_for_Small_Business).click();
  await dialogOf(page).getByText(closed.reference).waitFor();
  for (const text of [place, story, tehsil, `${reporter.firstName} ${reporter.lastName}`])
    expect(new Set(await directionsOf(page, text)), text).toEqual(new Set(['auto']));
  for (const text of [closed.reference, reporter.phone])
    expect(new Set(await directionsOf(page, text)), text).toEqual(new Set(['ltr']));
  await open(page, '/signup');
  const fields = await page
    .locator('main input')
    .evaluateAll((inputs) => inputs.map((input) => `${(input as HTMLInputElement).type} ${input.getAttribute('dir')}`));
  expect(fields).toEqual(['text auto', 'text auto', 'email ltr', 'tel ltr', 'password ltr', 'text auto']);
  await context.close();
});

it('a name in a sentence is kept together; icons of lists are drawn the other way round, and no other', async () => {
  const { page, context } = await begin(1280, 'resident');
  await open(page, '/userDashboard');
  await page.getByText(`\u2068${reporter.location}\u2069`).waitFor();
  const turned = await page
    .locator('aside li')
    .evaluateAll((items) => items.map((item) => item.querySelector('svg > g[transform]') !== null));
  expect(turned).toEqual([false, true, false, false, false]);
  await context.close();
});

it('what stands in the place of a map runs the way of the page', async () => {
  const { page, context } = await begin(1280, 'resident');
  await page.route(/\/map\.\w+\.js$/, (route) => route.abort());
  await open(page, '/userDashboard?tab=AllRequests&view=map');
  const words = page.getByText(maps.failed);
  await words.waitFor();
  expect(await words.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  await context.close();
});

it('the arrow keys go where the cards are', async () => {
  const { page, context } = await begin(1280, 'resident');
  await open(page, '/userDashboard?tab=mycomplaints');
  await card(page).getByRole('button').focus();
  const focused = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main li')].indexOf(document.activeElement?.closest('li') as Element),
    );
  const before = await card(page).boundingBox();
  await page.keyboard.press('ArrowLeft');
  expect(await focused()).toBe(1);
  expect((await page.getByRole('article').nth(1).boundingBox())?.x).toBeLessThan(before?.x ?? 0);
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe(0);
  await context.close();
});

it('time runs from right to left in the chart of weeks, its numbers beside its beginning', async () => {
  const { page, context } = await begin(1280, 'visitor');
  await page.goto(`${portal.portal}/figures?${new URLSearchParams({ tehsil })}`);
  const words = page.locator('svg text');
  await words.first().waitFor();
  const places = await words.evaluateAll((texts) =>
    texts.map((text) => ({ words: text.textContent, x: text.getBoundingClientRect().x })),
  );
  const days = places.filter((one) => /[\u0600-\u06ff]/.test(one.words ?? ''));
  const numbers = places.filter((one) => /^\d+$/.test(one.words ?? ''));
  expect(days.length).toBeGreaterThan(1);
  expect(numbers.length).toBeGreaterThan(1);
  expect(days.map(({ x }) => x)).toEqual(days.map(({ x }) => x).sort((one, other) => other - one));
  for (const { x } of numbers) expect(x).toBeGreaterThan(days[0]?.x ?? 0);
  await context.close();
});

it('the Tab key goes from the right: past the navigation, the name, the menu', async () => {
  const { page, context } = await begin(1280, 'visitor');
  await open(page, '/');
  const seen: number[] = [];
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab');
    seen.push(await page.evaluate(() => document.activeElement?.getBoundingClientRect().right ?? 0));
  }
  expect(seen[0]).toBeGreaterThan(1000);
  expect(seen).toEqual([...seen].sort((one, other) => other - one));
  await context.close();
});
