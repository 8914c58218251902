import { beforeAll, describe, expect, it, vi } from 'vitest';
import { cardOf, newTehsil, openOffice } from '../../testing/admins.ts';
import { call, join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { changeReport, submitReport } from '../../testing/reports.ts';

const { portal, browser, jpeg, pdf } = await startJourney();
const dashboard = `${portal.portal}/adminDashboard`;
const words = 'The pipe at the corner leaks and the whole road is under water since the day before yesterday.';
let tehsil = '';
let office = '';
let sana: people.Resident;
let gone: people.Resident;

beforeAll(async () => {
  ({ tehsil, office } = await newTehsil(portal));
  sana = people.newResident(tehsil);
  gone = people.newResident(tehsil);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Karachi' }).format(new Date());
  const [token, leaving] = [await join(portal, sana), await join(portal, gone)];
  const made = async (location: string, json?: { status?: string; schedule?: string }) => {
    const { id } = await submitReport(portal, token, jpeg, { location, description: words });
    if (json) await changeReport(portal, office, id, json);
  };
  await made('Closed Road', { status: 'Closed' });
  await made('Dropped Road', { status: 'Dropped' });
  await made('Later Road', { schedule: '2099-03-05' });
  await made('Today Road', { schedule: today });
  await made('Open Road');
  await submitReport(portal, leaving, jpeg, { location: 'Left Road' });
  await call(portal, '/auth/v1/user', { method: 'DELETE', token: leaving, json: { current_password: gone.password } });
  const list = () => call<{ userId: string | null }[]>(portal, '/adminrequests', { token: office });
  await vi.waitUntil(async () => (await list())[0]?.userId === null, { timeout: 30_000 });
});

const shown: [filter: string, head: string, roads: string[]][] = [
  ['Disputed Reports', '0 Reports', []],
  ['Overdue Reports', '0 Reports', []],
  ['My Tasks', '0 Reports', []],
  ['Completed Requests', '1 Reports', ['Closed']],
  ['Pending Requests', '4 Reports', ['Left', 'Open', 'Today', 'Later']],
  ['Dropped Reports', '1 Reports', ['Dropped']],
  ['Scheduled Requests', '2 Reports', ['Today', 'Later']],
  ['Not-Scheduled Requests', '2 Reports', ['Left', 'Open']],
  ['Today Tasks', '1 Reports', ['Today']],
  ['All Requests', '6 Reports', ['Left', 'Open', 'Today', 'Later', 'Dropped', 'Closed']],
];

it('each filter shows its reports and says how many there are, and Back leads to the one before', async () => {
  const { page, context, faults } = await openOffice(browser, portal, office, 375);
  await page.goto(dashboard);
  await people.expectText(page, '1 Completed');
  for (const [filter, head, roads] of shown) {
    await page.getByRole('button', { name: /menu/i }).click();
    await page.getByRole('navigation').getByText(tehsil).waitFor();
    await page.getByRole('button', { name: new RegExp(`^${filter} ${roads.length}$`) }).click();
    await page.getByRole('heading', { level: 1, name: filter }).waitFor();
    await people.expectText(page, head);
    await expect.poll(() => page.getByRole('article').count()).toBe(roads.length);
    const cards = await page.getByRole('article').allInnerTexts();
    expect(cards.map((card) => /(\w+) Road/.exec(card)?.[1])).toEqual(roads);
  }
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Today Tasks' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Today Tasks' }).waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  expect(faults).toEqual([]);
  await context.close();
});

it('the keyboard alone goes from card to card, opens and closes, and stays where it was', async () => {
  const { page, context, faults } = await openOffice(browser, portal, office);
  await page.goto(dashboard);
  await cardOf(page, 'Closed Road').waitFor();
  const focused = () =>
    page.evaluate(() => /\w+ Road/.exec(document.activeElement?.closest('li')?.innerText ?? '')?.[0]);
  await cardOf(page, 'Left Road').getByRole('button').focus();
  for (const [key, road] of [
    ['ArrowRight', 'Open Road'],
    ['End', 'Closed Road'],
    ['ArrowRight', 'Closed Road'],
    ['ArrowLeft', 'Dropped Road'],
    ['ArrowUp', 'Later Road'],
    ['Home', 'Left Road'],
    ['ArrowDown', 'Open Road'],
  ] as const) {
    await page.keyboard.press(key);
    expect(await focused(), key).toBe(road);
  }
  const road = await focused();
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'Water Supply Problem' });
  await details.waitFor();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
  expect(await focused()).toBe(road);
  expect(faults).toEqual([]);
  await context.close();
});

it('a card says who, where, when and the number, which is asked for once per person', async () => {
  const { page, context } = await openOffice(browser, portal, office);
  const asked: string[] = [];
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/request-contact/*', async (route) => {
    asked.push(route.request().url());
    await held;
    await route.continue();
  });
  await page.goto(dashboard);
  const card = cardOf(page, 'Later Road');
  await card.getByText('Loading...').waitFor();
  answer();
  for (const text of [sana.phone, 'Sana Khan', tehsil, 'Open', 'Scheduled: March 5, 2099', `${words.slice(0, 80)}...`])
    await card.getByText(text, { exact: true }).waitFor();
  await cardOf(page, 'Left Road').getByText('User ID is missing').waitFor();
  expect(await page.getByText(sana.phone).count()).toBe(5);
  expect(asked).toHaveLength(1);
  await context.close();
});

it('a document is fetched with the token and saved; where that fails, it is said quietly', async () => {
  // Of its own: it ends with a logout.
  const own = await newTehsil(portal);
  const token = await join(portal, people.newResident(own.tehsil));
  await submitReport(portal, token, jpeg, { location: 'Open Road', description: words });
  const texts = { issue: 'Limit Certificate', location: 'Paper Road', description: 'For the shop.' };
  await submitReport(portal, token, jpeg, texts, { pdf });
  const { page, context } = await openOffice(browser, portal, own.office, 375);
  await page.goto(dashboard);
  await cardOf(page, 'Open Road').click();
  await page.getByRole('dialog').getByText('No Documents Uploaded').waitFor();
  await page.keyboard.press('Escape');

  await cardOf(page, 'Paper Road').click();
  const details = page.getByRole('dialog', { name: 'Limit Certificate' });
  await page.route('**/download-pdf/*', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await details.getByText('Not checked for viruses', { exact: true }).waitFor();
  await details.getByText('View Document').click();
  await details.getByRole('status').getByText('The document could not be fetched.').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  const [saved] = await Promise.all([page.waitForEvent('download'), details.getByText('View Document').click()]);
  expect(saved.suggestedFilename()).toMatch(/^TMA-[0-9A-Z]{8}\.pdf$/);

  // It does not come to whoever is there after its reader has logged out.
  await page.route('**/download-pdf/*', () => new Promise(() => {}));
  await details.getByText('View Document').click();
  await details.getByText('Fetching the document...').waitFor();
  await page.keyboard.press('Escape');
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().includes('/download-pdf/'));
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await stopped;
  await context.close();
});

it('an empty list says so, one that cannot be read offers to try again', async () => {
  const empty = await newTehsil(portal);
  const { page, context } = await openOffice(browser, portal, empty.office);
  await page.goto(dashboard);
  await people.expectText(page, 'No Requests Found');
  await people.expectText(page, '0 Completed');
  await page.goto(`${dashboard}?filter=today`);
  await people.expectText(page, 'No reports match the current filter criteria.');
  await page.route(/\/adminrequests\?/, (route) => route.fulfill({ status: 503 }));
  await page.goto(`${dashboard}?filter=pending`);
  await page.getByRole('status').getByText('The reports could not be loaded.').waitFor();
  await people.expectText(page, 'No Requests Found');
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.unroute(/\/adminrequests\?/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await people.expectText(page, 'No reports match the current filter criteria.');
  await context.close();
});

describe('the token', () => {
  // What else is no session is in packages/web/session/admin-token.test.ts.
  it('that is missing is only logged', async () => {
    const { page, context, faults } = await people.openPage(browser);
    const logged = page.waitForEvent('console', (message) => message.text() === 'No token found');
    await page.goto(dashboard);
    await logged;
    await page.waitForURL(`${portal.portal}/adminsignin`);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('that has expired leads to /adminsignin, and from there back to the filter', async () => {
    const claims = Buffer.from(JSON.stringify({ Tehsil: 'Mardan', exp: 1 })).toString('base64url');
    const admin = people.newResident(tehsil);
    const names = { First_Name: 'Ali', Last_Name: 'Gul', Tehsil: tehsil, Secret_Key: portal.secretKey };
    await call(portal, '/adminsignup', { json: { ...names, Email: admin.email, Password: admin.password } });
    const { page, context } = await openOffice(browser, portal, `a.${claims}.c`);
    await page.goto(`${dashboard}?filter=dropped`);
    await page.waitForURL(`${portal.portal}/adminsignin`);
    await page.getByLabel('Email').fill(admin.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(admin.password);
    await page.getByRole('button', { name: 'Sign In as Admin' }).click();
    await page.waitForURL(`${dashboard}?filter=dropped`);
    await cardOf(page, 'Dropped Road').waitFor();
    await context.close();
  });

  it('is read as `token` too; Logout clears it and the address, and the other tabs follow', async () => {
    const { office: own } = await newTehsil(portal);
    const { page, context, faults } = await openOffice(browser, portal, own, 1280, 'token');
    await page.evaluate(() => localStorage.setItem('AdminEmail', 'somebody@example.com'));
    await page.goto(dashboard);
    await people.expectText(page, 'No Requests Found');
    const other = await context.newPage();
    await other.goto(`${dashboard}?filter=today`);
    await people.expectText(other, 'No reports match the current filter criteria.');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${portal.portal}/`);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await other.waitForURL(`${portal.portal}/adminsignin`);
    expect(faults).toEqual([]);
    await context.close();
  });
});

it('who leaves the registration while it is sent stays where they went', async () => {
  const { page, context } = await people.openPage(browser);
  await page.goto(`${portal.portal}/adminsignup`);
  await people.fillAdminSignUp(page, people.newResident(tehsil), portal.secretKey);
  await people.leaveWhileSent(page, portal, '**/adminsignup', 'Create Admin Account');
  expect(page.url()).toBe(`${portal.portal}/`);
  await context.close();
});
