/** In Urdu everything shown is Urdu, also what the server refuses in English: but names, references, addresses and what people wrote. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { cardOf, keepToken, newTehsil } from '../../testing/admins.ts';
import { call, join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { changeReport, enter, type Report, submitReport } from '../../testing/reports.ts';
import { latinWordsOn, namedIn, openInUrdu, wholeText } from '../../testing/urdu-pages.ts';

const { portal, browser, jpeg } = await startJourney();
let office: string;
let report: Report;
const sana = people.newResident('Mardan');
/** What people wrote. */
const texts = { location: 'Canal Bank', description: 'A pipeline is open.' };
const written = [...Object.values(texts), sana.location, sana.firstName, sana.lastName, 'light.jpg'];

beforeAll(async () => {
  ({ tehsil: sana.tehsil, office } = await newTehsil(portal));
  const token = await join(portal, sana);
  report = await submitReport(portal, token, jpeg, texts);
  await changeReport(portal, office, report.id, { status: 'In Progress', schedule: '2027-03-05' });
});

/** All that is shown and told is Urdu. */
const expectUrdu = async (page: Page, more: readonly string[] = []) =>
  expect
    .poll(async () => latinWordsOn(page, [...written, ...(await namedIn(portal)), ...more]), { timeout: 10_000 })
    .toEqual([]);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The next POST to that address is refused so. */
const refuse = (page: Page, path: string, status: number, json: object) =>
  page.route(
    `**${path}`,
    (route) => (route.request().method() === 'POST' ? route.fulfill({ status, json }) : route.fallback()),
    {
      times: 1,
    },
  );
const problem = (status: number, code: string, errors: object[] = []) => ({
  title: 'Refused',
  status,
  code,
  detail: 'English words of the server.',
  message: 'English words of the server.',
  errors,
});

// The pages as they open are in right-to-left.test.ts.
it.each(['/nowhere'])('%s', async (path) => {
  const { page, context } = await openInUrdu(browser, portal);
  await page.goto(portal.portal + path);
  await expectUrdu(page);
  await context.close();
});

describe('signing in', () => {
  const open = async () => {
    const opened = await openInUrdu(browser, portal);
    await opened.page.goto(`${portal.portal}/signin`);
    await opened.page.getByLabel('ای میل پتا').waitFor();
    return opened;
  };
  const give = async (page: Page) => {
    await page.getByLabel('ای میل پتا').fill(sana.email);
    await page.getByRole('textbox', { name: 'پاس ورڈ' }).fill('not my password');
    await press(page, 'لاگ ان کریں');
  };

  it('without anything, what is missing is named', async () => {
    const { page, context } = await open();
    await page.getByRole('button', { name: wholeText('پاس ورڈ دکھائیں') }).click();
    await page.getByRole('button', { name: wholeText('پاس ورڈ چھپائیں') }).waitFor();
    await press(page, 'لاگ ان کریں');
    await page.getByRole('link', { name: wholeText('ای میل پتا لازمی ہے۔') }).waitFor();
    await expectUrdu(page);
    await context.close();
  });

  it('a refusal that has no words of its own', async () => {
    const { page, context } = await open();
    const json = { code: 418, error_code: 'never_heard_of', msg: 'A refusal of a later version' };
    await refuse(page, '/auth/v1/token?*', 418, json);
    await give(page);
    const text = 'لاگ ان نہیں ہو سکا: براہِ کرم کچھ دیر بعد دوبارہ کوشش کریں۔';
    await page.getByRole('alert').getByText(wholeText(text)).waitFor();
    await expectUrdu(page);
    await context.close();
  });

  it('a wrong password, in English once English is chosen, and in Urdu again', async () => {
    const { page, context } = await open();
    await give(page);
    const text = 'ای میل پتا یا پاس ورڈ غلط ہے۔ براہِ کرم دوبارہ کوشش کریں۔';
    await page.getByRole('alert').getByText(wholeText(text)).waitFor();
    await expectUrdu(page);
    await press(page, 'English');
    await page.getByRole('alert').getByText('Invalid email or password. Please try again.', { exact: true }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(sana.email);
    await press(page, 'اردو');
    await page
      .getByRole('alert')
      .getByText(/پاس ورڈ غلط ہے/)
      .waitFor();
    await expectUrdu(page);
    await context.close();
  });
});

it('signing up: a taken address, a short password, no address', async () => {
  const person = people.newResident(sana.tehsil);
  const { page, context } = await openInUrdu(browser, portal, 375);
  await page.goto(`${portal.portal}/signup`);
  await page.getByLabel('پہلا نام').fill(person.firstName);
  await press(page, 'اکاؤنٹ بنائیں');
  await page.getByRole('link', { name: wholeText('تحصیل لازمی ہے۔') }).waitFor();
  await page.getByLabel('آخری نام').fill(person.lastName);
  await page.getByLabel('رابطہ نمبر').fill(person.phone);
  await page.getByLabel('علاقہ').fill(person.location);
  await page.getByLabel('تحصیل', { exact: true }).selectOption(person.tehsil);
  for (const [email, password, text] of [
    [sana.email, person.password, /پہلے سے موجود ہے/],
    [person.email, 'short', wholeText('اکاؤنٹ نہیں بن سکا: یہ پاس ورڈ کافی مضبوط نہیں ہے۔')],
    ['nobody', person.password, wholeText('اکاؤنٹ نہیں بن سکا: بھیجی گئی معلومات درست نہیں ہیں۔')],
  ] as const) {
    await page.getByLabel('ای میل پتا').fill(email);
    await page.getByRole('textbox', { name: 'پاس ورڈ' }).fill(password);
    await press(page, 'اکاؤنٹ بنائیں');
    await page.getByRole('alert').getByText(text).waitFor();
    await expectUrdu(page, ['nobody']);
  }
  await context.close();
});

describe('a resident', () => {
  const open = async (path: string) => {
    const opened = await openInUrdu(browser, portal, 375);
    await opened.page.close();
    const page = await enter(opened.context, portal, sana);
    await page.goto(portal.portal + path);
    return { ...opened, page };
  };

  it('reads the lists and a report with its history', async () => {
    const { page, context } = await open('/userDashboard?tab=mycomplaints');
    await cardOf(page, 'Canal Bank').waitFor();
    await expectUrdu(page);
    await cardOf(page, 'Canal Bank').getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(wholeText('صورتحال: زیرِ کارروائی، کام کی تاریخ مقرر کی گئی')).waitFor();
    await dialog.getByText(wholeText('5 مارچ، 2027')).waitFor();
    await expectUrdu(page);
    await context.close();
  });

  it('is told what a report lacks, and why it was refused', async () => {
    const { page, context } = await open('/newrequest');
    await press(page, 'رپورٹ جمع کرائیں');
    await page.getByText(wholeText('براہِ کرم تمام لازمی خانے پُر کریں۔ خالی ہیں: رپورٹ کی قسم، جگہ، تفصیل')).waitFor();
    await expectUrdu(page);
    await page.getByLabel('رپورٹ کی قسم').selectOption('Demolishing Certificate');
    await page.getByLabel('جگہ').fill('Canal Bank');
    await page.getByLabel('تفصیل').fill('A pipeline is open.');
    await page
      .getByLabel('تصویر')
      .setInputFiles({ name: 'light.jpg', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await page
      .getByText(/براہِ کرم درست تصویر/)
      .first()
      .waitFor();
    await expectUrdu(page);
    await page.getByLabel('تصویر').setInputFiles({ name: 'light.jpg', mimeType: 'image/jpeg', buffer: jpeg });

    await refuse(page, '/newrequest', 400, problem(400, 'invalid_request', [{ path: 'image', message: 'wrong' }]));
    await press(page, 'رپورٹ جمع کرائیں');
    await page
      .getByRole('alert')
      .getByText(wholeText('رپورٹ جمع نہیں ہو سکی: براہِ کرم درست تصویر (JPEG/PNG) منتخب کریں۔'))
      .waitFor();
    await expectUrdu(page);
    await refuse(page, '/newrequest', 418, problem(418, 'never_heard_of'));
    await press(page, 'رپورٹ جمع کرائیں');
    await page.getByText(wholeText('رپورٹ جمع نہیں ہو سکی: براہِ کرم کچھ دیر بعد دوبارہ کوشش کریں۔')).waitFor();
    await expectUrdu(page);
    await context.close();
  });

  it('is told why a change of the profile was refused', async () => {
    const { page, context } = await open('/profile');
    await page.getByLabel('نیا پاس ورڈ').fill('another lantern');
    await page.getByLabel('موجودہ پاس ورڈ').nth(1).fill('not my password');
    await press(page, 'پاس ورڈ بدلیں');
    await page.getByRole('alert').getByText(wholeText('تبدیلی محفوظ نہیں ہو سکی: موجودہ پاس ورڈ غلط ہے۔')).waitFor();
    await expectUrdu(page);
    await context.close();
  });
});

describe('an administrator', () => {
  const open = async (path: string) => {
    const opened = await openInUrdu(browser, portal);
    await keepToken(opened.page, portal, office);
    await opened.page.goto(portal.portal + path);
    return opened;
  };

  it('searches, and is told how many were found', async () => {
    const { page, context } = await open('/adminDashboard');
    await cardOf(page, 'Canal Bank').waitFor();
    await expectUrdu(page);
    const search = page.getByRole('search');
    const found = search.getByRole('status');
    await search.getByRole('searchbox').fill('pipeline');
    await found.getByText(wholeText('نتائج: 1')).waitFor();
    await expectUrdu(page, ['pipeline']);
    await search.getByRole('searchbox').fill('nothing at all');
    await found.getByText(wholeText('نتائج: 0')).waitFor();
    await expectUrdu(page, ['nothing at all']);
    await search.getByRole('searchbox').fill('x');
    await found.getByText(/کم از کم دو حروف/).waitFor();
    await context.close();
  });

  it('is told why an edit was not saved, and what somebody else changed', async () => {
    const { page, context } = await open('/adminDashboard');
    await cardOf(page, 'Canal Bank').getByRole('button').click();
    await expectUrdu(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'ترمیم کریں', exact: true }).click();
    await page.route('**/reports/*', (route) => route.fulfill({ status: 503, json: problem(503, 'unavailable') }), {
      times: 1,
    });
    await dialog.getByLabel('صورتحال').selectOption('Dropped');
    await press(page, 'تبدیلیاں محفوظ کریں');
    await dialog.getByText(/تبدیلیاں محفوظ نہیں ہو سکیں/).waitFor();
    await expectUrdu(page);
    await changeReport(portal, office, report.id, { status: 'Open', schedule: '2027-04-06' });
    await press(page, 'تبدیلیاں محفوظ کریں');
    await dialog.getByText(wholeText('زیرِ التوا، کام کی تاریخ 6 اپریل، 2027')).waitFor();
    await expectUrdu(page);
    await context.close();
  });

  it('reads the settings, with the holidays of the calendar, and those that were typed as they are', async () => {
    const day = `${new Date().getFullYear()}-07-01`;
    await call(portal, '/api/holidays', {
      method: 'PUT',
      token: office,
      json: { day, name: 'Founding of the office' },
    });
    const { page, context } = await open('/adminSettings');
    await page.getByText(wholeText('یومِ یکجہتی کشمیر')).waitFor();
    await page.getByText(wholeText('عید الفطر')).first().waitFor();
    await page.getByText(wholeText('Founding of the office')).waitFor();
    await expectUrdu(page, ['Founding of the office']);
    await context.close();
  });

  it.each(['/adminsignin', '/adminsignup', '/myadmin'])('opens %s', async (path) => {
    const { page, context } = await openInUrdu(browser, portal);
    await page.goto(portal.portal + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('form button[type=submit]').click();
    await page
      .getByText(/لازمی ہے۔/)
      .first()
      .waitFor();
    await expectUrdu(page);
    await context.close();
  });
});
