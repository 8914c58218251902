/** A whole life of a report in an office of three: each of them, and the resident, in a browser of their own, in each language. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import adminEnglish from '../../frontends/admin/locales/en.json' with { type: 'json' };
import adminUrdu from '../../frontends/admin/locales/ur.json' with { type: 'json' };
import residentEnglish from '../../frontends/resident/locales/en.json' with { type: 'json' };
import residentUrdu from '../../frontends/resident/locales/ur.json' with { type: 'json' };
import webEnglish from '../../packages/web/locales/en.json' with { type: 'json' };
import webUrdu from '../../packages/web/locales/ur.json' with { type: 'json' };
import { drawPicture } from '../../services/files/testing/photos.ts';
import { cardOf, keepToken, newTehsil, openDetails, openOffice } from '../../testing/admins.ts';
import { join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { linkIn, mailsTo } from '../../testing/mailbox.ts';
import { newResident, openPage, password } from '../../testing/people.ts';
import { openResident, reportAtCounter } from '../../testing/reports.ts';
import { wholeText } from '../../testing/urdu-pages.ts';

const { portal, browser, jpeg } = await startJourney();
const home = `${portal.portal}/adminDashboard`;

const english = {
  ...{ admin: adminEnglish, resident: residentEnglish, web: webEnglish },
  ...{ started: 'In Progress', closed: 'Closed', disputed: 'Disputed Reports' },
};
const { status, filter } = webUrdu.terms;
const urdu: typeof english = {
  ...{ admin: adminUrdu, resident: residentUrdu, web: webUrdu },
  ...{ started: status.In_Progress, closed: status.Closed, disputed: filter.Disputed_Reports },
};

/** A text as pages show it, alone or among others. */
const filled = (text: string, name = '', value = '') => {
  const whole = wholeText(text.replace(`{{${name}}}`, value)).source;
  return new RegExp(whole.slice(1, -1));
};
const button = (name: string) => ['button', { name, exact: true }] as const;

async function openIn(language: string, width = 1280) {
  const opened = await openPage(browser, width);
  await opened.context.addCookies([{ name: 'lang', value: language, url: portal.portal }]);
  opened.page.setDefaultTimeout(15_000);
  return opened;
}

/** A head invites somebody on the page of the staff. @returns the link of the mail */
async function invite(
  page: Page,
  { common, staff }: typeof adminEnglish,
  email: string,
  role: string,
): Promise<string> {
  await page.getByLabel(common.email).fill(email);
  await page.locator('form').getByLabel(staff.role).selectOption(role);
  await page.getByRole(...button(staff.send)).click();
  await page.getByText(filled(staff.sent, 'email', email)).waitFor();
  await expect.poll(async () => (await mailsTo(portal.mailbox, email)).length).toBe(1);
  const [mail = { text: '' }] = await mailsTo(portal.mailbox, email);
  return linkIn(mail, '/adminjoin');
}

/** Whom the link invites joins, and signs in. */
async function joinBy(link: string, page: Page, { admin, web }: typeof english, name: string, email: string) {
  await page.goto(link);
  await page.getByLabel(admin.signUp.firstName).fill(name);
  await page.getByLabel(admin.signUp.lastName).fill('Shah');
  await page.getByRole('textbox', { name: admin.signUp.password }).fill(password);
  await page.getByRole(...button(admin.join.submit)).click();
  await page.getByText(admin.join.done).waitFor();
  await page.getByLabel(web.signIn.email).fill(email);
  await page.getByRole('textbox', { name: web.signIn.password }).fill(password);
  await page.getByRole(...button(admin.signIn.submit)).click();
  await page.waitForURL(`${home}*`);
}

describe.each([
  ['en', english],
  ['ur', urdu],
] as const)('in %s', (language, texts) => {
  const { admin, resident, web } = texts;

  it('a head invites, a clerk assigns, crew work at 320 px, the clerk closes, the resident disputes, the head sees who did what', async () => {
    const { tehsil, office } = await newTehsil(portal);
    const sana = newResident(tehsil);
    await join(portal, sana);
    const [clerk, crew] = [newResident(tehsil).email, newResident(tehsil).email];
    const [head, desk] = [await openIn(language), await openIn(language)];
    const street = await openIn(language, 320);
    await keepToken(head.page, portal, office);
    await head.page.goto(`${portal.portal}/adminStaff`);
    await joinBy(await invite(head.page, admin, clerk, 'clerk'), desk.page, texts, 'Clara', clerk);
    await joinBy(await invite(head.page, admin, crew, 'crew'), street.page, texts, 'Karim', crew);
    await street.page.getByText(admin.dashboard.noMatch).waitFor();

    const { page: own, context } = await openResident(browser, portal, sana);
    await context.addCookies([{ name: 'lang', value: language, url: portal.portal }]);
    await own.goto(`${portal.portal}/newrequest`);
    const form = resident.newRequest;
    await own.getByLabel(form.issue).selectOption('Street Lights Repair');
    await own.getByLabel(web.report.location).fill('Orchard Road');
    await own.getByLabel(web.report.description).fill('It is dark.');
    await own.getByLabel(form.image).setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: jpeg });
    await own.getByRole(...button(form.submit)).click();
    await own.getByText(form.success).waitFor();

    await desk.page.reload();
    const details = await openDetails(desk.page, 'Orchard Road');
    const assignee = details.getByLabel(admin.desk.assignee);
    const karim = await assignee.locator('option', { hasText: 'Karim' }).getAttribute('value');
    await assignee.selectOption(karim);
    await details.getByText(admin.common.saved, { exact: true }).waitFor();
    expect(await details.getByRole(...button(admin.hiding.hide)).count()).toBe(0);
    await details.getByRole(...button(web.ui.close)).click();

    await street.page.reload();
    const work = await openDetails(street.page, 'Orchard Road');
    await work.getByRole(...button(admin.crew.start)).click();
    await work.getByText(admin.crew.started).waitFor();
    expect(await work.getByRole(...button(admin.moving.correct)).count()).toBe(0);
    await work.getByRole(...button(admin.crew.picture)).click();
    const buffer = await drawPicture(language === 'en' ? 7 : 8);
    await work.getByLabel(admin.proof.picture).setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
    await work.getByRole(...button(admin.proof.add)).click();
    await work.getByText(admin.proof.added).waitFor();

    await desk.page.reload();
    await cardOf(desk.page, 'Orchard Road').getByRole('button').click();
    await desk.page
      .getByRole('dialog')
      .getByRole(...button(admin.report.edit))
      .click();
    const edit = desk.page.getByRole('dialog');
    await edit.getByLabel(admin.edit.status).selectOption('Closed');
    await edit.getByText(admin.proof.waiting).waitFor();
    await edit.getByRole(...button(admin.edit.save)).click();
    await edit.waitFor({ state: 'detached' });

    await own.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
    await own.getByRole('article').filter({ hasText: 'Orchard Road' }).getByRole('button').click();
    const asked = own.getByRole('region', { name: web.closure.question });
    await asked.getByRole('img', { name: web.closure.after }).waitFor();
    await asked.getByRole(...button(web.closure.notFixed)).click();
    await own.getByLabel(web.closure.reason).fill('It is dark again.');
    await own.getByRole(...button(web.closure.send)).click();
    await own.getByText(web.closure.thanksDisputed).waitFor();

    await head.page.goto(home);
    await head.page.getByRole('button', { name: texts.disputed }).click();
    const history = (await openDetails(head.page, 'Orchard Road')).getByRole('list', { name: web.history.title });
    for (const [name, words] of [
      ['Clara Shah', filled(web.history.assignedTo, 'name', 'Karim Shah')],
      ['Karim Shah', filled(web.history.status, 'status', texts.started)],
      ['Karim Shah', filled(web.history.proved)],
      ['Clara Shah', filled(web.history.status, 'status', texts.closed)],
      [web.history.by.resident, filled(web.history.disputed)],
    ] as const) {
      const entry = history.getByRole('listitem').filter({ has: head.page.getByText(words) });
      await entry.filter({ hasText: name }).first().waitFor();
    }
    await history.getByText('It is dark again.').waitFor();
    await head.page.goto(`${portal.portal}/adminAudit`);
    for (const name of ['Clara Shah', 'Karim Shah'])
      await head.page
        .getByRole('row')
        .filter({ hasText: admin.audit.kinds.joined })
        .filter({ hasText: name })
        .waitFor();
    expect([...desk.faults, ...street.faults, ...head.faults]).toEqual([]);
    for (const opened of [desk, street, head]) await opened.context.close();
    await context.close();
  });
});

it('the office writes a report down for somebody without an account, and reads whom to call', async () => {
  const { office } = await newTehsil(portal);
  const made = await reportAtCounter(portal, office, { location: 'Counter Road', name: 'Zainab Bibi' });
  expect(made).toMatchObject({ via: 'counter', userId: null });
  const { page, context, faults } = await openOffice(browser, portal, office);
  await page.goto(home);
  const details = await openDetails(page, 'Counter Road');
  await details.getByText('Zainab Bibi').waitFor();
  await details.getByText('03001234567').waitFor();
  await details.getByText('No Image').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
