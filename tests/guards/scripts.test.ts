import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openOffice } from '../../testing/admins.ts';
import { call, join, joinAdmin } from '../../testing/calls.ts';
import { itStillAnswers } from '../../testing/guards/operations.ts';
import { jpeg } from '../../testing/guards/pictures.ts';
import { startJourney } from '../../testing/journey.ts';
import { mailWith } from '../../testing/mailbox.ts';
import { newResident, openPage } from '../../testing/people.ts';
import { changeReport, openResident, submitReport } from '../../testing/reports.ts';

const { portal, browser } = await startJourney();

/** Each of them runs somewhere, and fits the shortest field. */
const image = '<img src=x onerror=ran()>';
const texts = {
  tehsil: `T${randomInt(10 ** 6)} <svg/onload=ran()>`,
  firstName: `"><script>ran()</script>`,
  lastName: image,
  phone: image,
  location: `'"--></style></title>${image}`,
  description: `</textarea>${image}<a href="javascript:ran()">here</a> {{ran()}} \${ran()}`,
};
const name = `${texts.firstName} ${texts.lastName}`;

const person = { ...newResident('Mardan'), ...texts };
const neighbour = newResident('Mardan').email;
let office: string;
beforeAll(async () => {
  await call(portal, '/api/addTehsil', { json: { newtehsil: texts.tehsil, Secret_Key: portal.secretKey } });
  const token = await join(portal, person);
  office = await joinAdmin(portal, { ...newResident(texts.tehsil), firstName: texts.firstName, lastName: image });
  const { location, description } = texts;
  const report = await submitReport(portal, token, jpeg, { location, description, tehsil: texts.tehsil, name });
  await call(portal, '/api/sendInvite', { token, json: { userEmail: person.email, neighborEmail: neighbour } });
  await changeReport(portal, office, report.id, { status: 'In Progress', schedule: '2030-01-02' });
});

/** Fails when anything of what was written became a part of the page, or ran. */
async function demandText(page: Page, ...shown: string[]) {
  for (const text of shown) await page.getByText(text).filter({ visible: true }).first().waitFor();
  const found = await page.evaluate(() => ({
    ran: 'ran' in window && (window as unknown as { ran: { calls?: number } }).ran.calls,
    made: [...document.querySelectorAll('img[src="x"], [onload], [onerror], [href^="javascript"], svg[onload]')].map(
      (element) => element.outerHTML,
    ),
    scripts: [...document.scripts].filter((script) => script.textContent?.includes('ran()')).length,
  }));
  expect(found).toEqual({ ran: 0, made: [], scripts: 0 });
}

/** What the texts call, if they run. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    const ran = Object.assign(() => (ran.calls += 1), { calls: 0 });
    Object.assign(window, { ran });
  });

async function asResident() {
  const { page } = await openResident(browser, portal, person);
  await listen(page);
  return page;
}

describe('what a resident wrote is text', () => {
  it('on the own dashboard, in the card and its dialog', async () => {
    const page = await asResident();
    await page.goto(`${portal.portal}/userDashboard`);
    await demandText(page, `TMA ${texts.tehsil}`, texts.location);
    await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
    await demandText(page, texts.location, texts.tehsil);
    await page.getByRole('article').first().getByRole('button').click();
    await page.getByRole('dialog').waitFor();
    await demandText(page, texts.description);
    await page.context().close();
  });

  it('in the community list, the profile and the form', async () => {
    const page = await asResident();
    await page.goto(`${portal.portal}/allrequests`);
    await demandText(page, texts.location);
    await page.goto(`${portal.portal}/profile`);
    await page.getByLabel('First Name').waitFor();
    expect(await page.getByLabel('First Name').inputValue()).toBe(texts.firstName);
    await demandText(page);
    await page.goto(`${portal.portal}/newrequest`);
    await page.getByLabel('Issue Type').waitFor();
    await demandText(page);
    await page.context().close();
  });

  it('on the dashboard of the administration, in the card, its dialog and the form', async () => {
    const { page, context } = await openOffice(browser, portal, office);
    await listen(page);
    await page.goto(`${portal.portal}/adminDashboard`);
    await demandText(page, texts.location, name, texts.tehsil, texts.phone);
    await page.getByRole('article').first().getByRole('button').click();
    await demandText(page, texts.description);
    await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Schedule On').waitFor();
    await demandText(page, texts.description);
    await context.close();
  });

  it('in the lists of tehsils', async () => {
    const { page } = await openPage(browser);
    await listen(page);
    for (const path of ['/signup', '/adminsignup']) {
      await page.goto(portal.portal + path);
      await page.getByLabel('Tehsil').locator('option', { hasText: texts.tehsil }).waitFor({ state: 'attached' });
      await demandText(page);
    }
    await page.context().close();
  });

  it.each([
    '/signin?message=',
    '/signin#error=access_denied&error_description=',
    '/email-verification?email=',
    '/?',
    '/reset-password#token_hash=',
    '/userDashboard?tab=',
  ])('in the address of a page: %s', async (path) => {
    const { page } = await openPage(browser);
    await listen(page);
    await page.goto(`${portal.portal}${path}${encodeURIComponent(`"'>${image}`)}`);
    await page.getByRole('heading').first().waitFor();
    await demandText(page);
    await page.context().close();
  });
});

describe('in mails', () => {
  it.each<[subject: RegExp, to: string]>([
    [/^Confirm your email$/, person.email],
    [/^We received your report/, person.email],
    [/^Your report .+ is now In Progress$/, person.email],
    [/invites you to report issues/, neighbour],
  ])('%s: its HTML holds it as text, and the mailbox shows it so', async (subject, to) => {
    const mail = await mailWith(portal.mailbox, to, subject);
    expect(mail.html).not.toMatch(/<(img|script|svg)/i);
    expect(mail.html).toMatch(/&lt;(img|script|svg)/);
    // Read by a mail program that forgives everything.
    const lax = await (await browser.newContext({ bypassCSP: true })).newPage();
    await listen(lax);
    await lax.goto('about:blank');
    await lax.setContent(mail.html);
    await demandText(lax);
    const page = await (await browser.newContext()).newPage();
    await listen(page);
    await page.goto(`${portal.mailbox}/`);
    await page.getByText(mail.subject).first().waitFor();
    await demandText(page);
    await page.goto(`${portal.mailbox}/mail/${mail.id}`);
    await demandText(page, mail.subject);
    await page.goto(`${portal.mailbox}/mail/${mail.id}/body`);
    expect(await page.locator('img, script, svg').count()).toBe(0);
    await Promise.all([lax.context().close(), page.context().close()]);
  });
});

itStillAnswers(portal);
