import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newTehsil } from '../../testing/admins.ts';
import { join } from '../../testing/calls.ts';
import { answerClosure, closeAndReadLink } from '../../testing/closures.ts';
import { startJourney } from '../../testing/journey.ts';
import { watchShifts, wrongWith } from '../../testing/looks.ts';
import * as people from '../../testing/people.ts';
import { changeReport, ownReports, type Report, submitReport } from '../../testing/reports.ts';

const { portal, browser, jpeg } = await startJourney();
const { tehsil, office } = await newTehsil(portal);
const resident = people.newResident(tehsil);
let token: string;

beforeAll(async () => {
  token = await join(portal, resident);
});

/** A report that was closed, and the link of the mail about it. */
async function closed(issue = 'Street Lights Repair'): Promise<{ report: Report; link: string }> {
  const report = await submitReport(portal, token, jpeg, { issue });
  return { report, link: await closeAndReadLink(portal, office, report, resident) };
}

const statusOf = async ({ id }: Report) => (await ownReports(portal, token)).find((one) => one.id === id)?.status;
const region = (page: Page) => page.getByRole('region', { name: 'Is it fixed?' });
const yes = (page: Page) => region(page).getByRole('button', { name: 'Yes, it is fixed' });
const no = (page: Page) => region(page).getByRole('button', { name: 'No, it is not fixed' });
const reason = (page: Page) => page.getByRole('textbox', { name: 'What is not fixed?' });
const howToAnswer = /sign in: My Reports shows which report waits for your answer/;

describe('the link of the mail', () => {
  it('is taken out of the address at once; nothing of it is kept, and looking answers nothing', async () => {
    const { report, link } = await closed();
    const secret = link.slice(link.indexOf('#') + 1);
    const { page, context, faults } = await people.openPage(browser);
    const sent: string[] = [];
    page.on('request', (request) =>
      sent.push(`${request.method()} ${request.url()} ${JSON.stringify(request.headers())}`),
    );
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.goto(`${portal.portal}/about`);
    await page.goto(link);
    await region(page)
      .getByText(/^Please answer by \w+ \d+, \d{4}\.$/)
      .waitFor();
    expect(page.url()).toBe(`${portal.portal}/closure`);
    expect(await page.title()).toMatch(/^Is it fixed\?/);
    await region(page).getByRole('img', { name: 'Before' }).waitFor();
    await region(page).getByText('No picture of the work was added.').waitFor();
    await page.getByText(report.reference).waitFor();
    expect(await page.getByText(/Sana|Khan/).count()).toBe(0);
    const kept = await page.evaluate(() =>
      JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        history.state,
        document.cookie,
        document.referrer,
        location.href,
      ]),
    );
    expect([...sent, ...logged, kept].filter((one) => one.includes(secret))).toEqual([]);
    expect(await statusOf(report)).toBe('Closed');

    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await page.waitForURL('**/about');
    await page.goBack();
    await yes(page).waitFor();
    expect(page.url()).toBe(`${portal.portal}/closure`);
    await page.goBack();
    await page.waitForURL('**/about');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('takes one answer, by keyboard, and says later what was answered', async () => {
    const { report, link } = await closed();
    const { page, context } = await people.openPage(browser, 320);
    await page.goto(link);
    await yes(page).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => reason(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('Say what is not fixed.').waitFor();
    await page.keyboard.type('The lamp is still dark.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Thank you. Your report is open again.', { exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Thank you. Your report is open again.');
    expect(await statusOf(report)).toBe('Open');

    // The same link once more, in the page that is open.
    await page.evaluate(
      (fragment) => {
        location.hash = fragment;
      },
      link.slice(link.indexOf('#')),
    );
    await page.getByText('It was answered already.', { exact: true }).waitFor();
    await page.getByText('The answer was: No, it is not fixed').waitFor();
    await page.getByText('The lamp is still dark.', { exact: true }).waitFor();
    expect(await region(page).count()).toBe(0);
    await context.close();
  });

  it('a second one opened in the same tab is read like the first; one in the page is no link', async () => {
    const [first, second] = [await closed('Street Lights Repair'), await closed('Side Walk Repair')];
    const { page, context } = await people.openPage(browser);
    await page.goto(first.link);
    await page.getByText(first.report.reference).waitFor();
    await no(page).click();
    await reason(page).fill('Half of it.');
    await page.evaluate(
      (fragment) => {
        location.hash = fragment;
      },
      second.link.slice(second.link.indexOf('#')),
    );
    await page.getByText(second.report.reference).waitFor();
    expect(page.url()).toBe(`${portal.portal}/closure`);
    expect(await reason(page).count()).toBe(0);
    await page.keyboard.press('Home');
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await yes(page).click();
    await page.getByText('Thank you. You confirmed that it is fixed.', { exact: true }).waitFor();
    await page.getByText('Confirmed by the reporter', { exact: true }).waitFor();
    expect(await statusOf(first.report)).toBe('Closed');

    await page.evaluate(
      (fragment) => {
        location.hash = fragment;
      },
      first.link.slice(first.link.indexOf('#')),
    );
    await page.getByText(first.report.reference).waitFor();
    expect(await reason(page).inputValue()).toBe('Half of it.');
    await context.close();
  });

  it('an unknown one, one that is over, none at all: each says so, and how to answer', async () => {
    const { report, link } = await closed();
    await changeReport(portal, office, report.id, { status: 'In Progress' });
    const { page, context } = await people.openPage(browser);
    await page.goto(link);
    await page.getByText('The time to answer is over.', { exact: true }).waitFor();
    await page.goto('about:blank');
    await page.goto(`${portal.portal}/closure#nothing-of-ours`);
    await page.getByText('This link does not work.', { exact: true }).waitFor();
    await page.getByText(howToAnswer).waitFor();
    await page.goto(`${portal.portal}/about`);
    await page.goto(`${portal.portal}/closure`);
    await page.getByText(howToAnswer).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await page.waitForURL('**/signin');
    await context.close();
  });

  it('without scripts the page says how to answer', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    expect((await page.goto(`${portal.portal}/closure#whatever`))?.status()).toBe(200);
    await page.getByRole('heading', { level: 1, name: 'Is it fixed?' }).waitFor();
    await page.getByText(howToAnswer).waitFor();
    expect(await page.getByRole('status').filter({ visible: true }).count()).toBe(0);
    await context.close();
  });
});

describe('what goes wrong', () => {
  it('the server is away, or there were too many tries: try again; nothing typed is lost, and two presses are one', async () => {
    const { report, link } = await closed();
    const { page, context } = await people.openPage(browser);
    await page.route('**/closures/*', (route) => route.abort());
    await page.goto(link);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(page.url()).toBe(`${portal.portal}/closure`);
    await page.unrouteAll();

    // Too many tries are said with the way that always works.
    await page.route('**/closures/view', (route) => route.fulfill({ status: 429, headers: { 'retry-after': '60' } }));
    await again.click();
    await page.getByRole('alert').getByText('Too many tries. Please wait a while and try again.').waitFor();
    await page.getByText(howToAnswer).waitFor();
    await page.unrouteAll();
    await again.click();

    await no(page).click();
    await reason(page).fill('Still dark.');
    await page.route('**/closures/*', (route) => route.fulfill({ status: 503, headers: { 'retry-after': '1' } }));
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('Your answer could not be sent. Please try again.').waitFor();
    expect(await reason(page).inputValue()).toBe('Still dark.');
    await expect.poll(() => reason(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.unrouteAll();
    let answers = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/closures/answer')) answers += 1;
    });
    await page.getByRole('button', { name: 'Send' }).dblclick();
    await page.getByText('Thank you. Your report is open again.', { exact: true }).waitFor();
    expect(answers).toBe(1);
    expect(await statusOf(report)).toBe('Open');
    await context.close();
  });

  it('a picture that cannot be loaded, as of a report that was hidden: nothing is shown broken; with a network it is tried again', async () => {
    const { link } = await closed();
    const { page, context } = await people.openPage(browser);
    await page.route('**/uploads/*', (route) => route.fulfill({ status: 404 }));
    await page.goto(link);
    await region(page).getByRole('figure').getByText('The picture could not be loaded.').waitFor();
    await yes(page).waitFor();
    expect(await region(page).getByRole('img').count()).toBe(0);
    await page.unrouteAll();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    const before = region(page).getByRole('img', { name: 'Before' });
    await expect.poll(() => before.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await context.close();
  });

  it('answered elsewhere, or over, while the page was open: it says so and keeps what was typed', async () => {
    const [answered, over] = [await closed(), await closed()];
    const { page, context } = await people.openPage(browser);
    await page.goto(answered.link);
    await no(page).click();
    await reason(page).fill('It flickers.');
    await answerClosure(portal, token, answered.report);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('It was answered already.', { exact: true }).waitFor();
    await page.getByText('The answer was: Yes, it is fixed').waitFor();
    await page.getByText('It flickers.', { exact: true }).waitFor();

    await page.goto('about:blank');
    await page.goto(over.link);
    await yes(page).waitFor();
    await changeReport(portal, office, over.report.id, { status: 'Open' });
    await yes(page).click();
    await page.getByText('The time to answer is over.', { exact: true }).waitFor();
    await context.close();
  });
});

describe.each([
  { width: 320, height: 700 },
  { width: 3840, height: 2160 },
])('at %j', (viewport) => {
  it('the page looks right, at 320 px by night, too, and nothing jumps', async () => {
    const { link } = await closed();
    const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
    await watchShifts(context);
    const page = await context.newPage();
    const wrong: unknown[] = [];
    const look = async () => wrong.push(...(await wrongWith(page, viewport.width === 320)));
    await page.goto(link);
    await yes(page).waitFor();
    await look();
    await no(page).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await look();
    await yes(page).click();
    await page.getByText('Thank you. You confirmed that it is fixed.', { exact: true }).waitFor();
    await look();
    await page.reload();
    await page.getByText(howToAnswer).waitFor();
    await look();
    expect(wrong).toEqual([]);
    await context.close();
  });
});
