/** One report and its public record: shared, handed on, shared no longer, hidden, and its reporter erased. */
import { beforeAll, expect, it } from 'vitest';
import { startOffice } from '../../testing/admins.ts';
import { askFrom } from '../../testing/ask-from.ts';
import { call, join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { overflowOf, watchShifts, wrongByDay, wrongWith } from '../../testing/looks.ts';
import { giveCredentials, newResident, openPage } from '../../testing/people.ts';
import { scan } from '../../testing/qr.ts';
import { changeReport, openResident, type Report, submitReport } from '../../testing/reports.ts';
import { latinWordsOn, namedIn, openInUrdu } from '../../testing/urdu-pages.ts';

const { portal, browser, jpeg } = await startJourney();
const { office, tehsil, token, resident } = await startOffice(portal, jpeg);
const texts = {
  issue: 'Side Walk Repair',
  location: 'نہر روڈ',
  description: 'Broken "kerb" <b>& stones.',
  shared: 'true',
};
let report: Report;
let address: string;
beforeAll(async () => {
  report = await submitReport(portal, token, jpeg, texts);
  address = `${portal.portal}/r/${report.reference}`;
  await changeReport(portal, office, report.id, { status: 'In Progress', schedule: '2027-03-05' });
});

const put = (path: string, json: object, as: string) =>
  call(portal, `/reports/${report.id}/${path}`, { method: 'PUT', token: as, json });

/** What a messenger finds in the page, by the names of its tags. */
async function preview(language = 'en') {
  const answer = await fetch(address, { headers: { accept: 'text/html', 'accept-language': language } });
  const html = await answer.text();
  const tag = (name: string) => new RegExp(`="${name}" content="([^"]*)"`).exec(html)?.[1];
  const [, title] = /<title>([^<]*)/.exec(html) ?? [];
  return { status: answer.status, headers: answer.headers, title, tag, html };
}

it('of a shared report messengers show title, state and picture, in the language of who asks', async () => {
  const { status, headers, title, tag, html } = await preview();
  expect([status, title]).toEqual([200, `Side Walk Repair, ${tehsil} | TMA Citizen Portal`]);
  expect([tag('og:title'), tag('og:url'), tag('robots')]).toEqual([`Side Walk Repair, ${tehsil}`, address, undefined]);
  expect(tag('og:description')).toBe(`In Progress · نہر روڈ · Broken &quot;kerb&quot; &lt;b&gt;&amp; stones.`);
  expect((await fetch(tag('og:image') ?? '')).headers.get('content-type')).toBe('image/webp');
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
  expect(html).not.toContain('Sana');
  const urdu = await preview('ur');
  expect(urdu.html).toContain('<html lang="ur" dir="rtl">');
  expect(urdu.tag('og:description')).toMatch(/^زیرِ کارروائی · /);
});

it('anybody reads it, on a small phone too, hands its address on and prints it on one page with the code', async () => {
  const { page, context, faults } = await openPage(browser, 320);
  await watchShifts(context);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(address);
  await page.getByRole('heading', { level: 1, name: `Side Walk Repair, ${tehsil}` }).waitFor();
  await page.getByText('In Progress', { exact: true }).waitFor();
  await page.getByText('March 5, 2027').waitFor();
  await page.getByRole('list', { name: 'History' }).getByText('Received').waitFor();
  await page.getByRole('img', { name: 'Picture for Side Walk Repair' }).waitFor();
  await page.getByText(texts.description).waitFor();
  expect(await wrongWith(page)).toEqual([]);
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('status').getByText('The address was copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('img', { name: 'QR code of the address of this page' }).waitFor();
  expect(await page.getByRole('contentinfo').isVisible()).toBe(false);
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(faults).toEqual([]);
  await context.close();
});

it('a neighbour who is signed in says by keys that they have the problem too, and prints it with its map on one page', async () => {
  const placed = { ...texts, location: 'Canal Road', lat: '34.198', long: '72.045' };
  const { id, reference } = await submitReport(portal, token, jpeg, placed);
  for (const status of ['In Progress', 'Closed', 'Open', 'Dropped', 'Open', 'In Progress'])
    await changeReport(portal, office, id, { status });
  const neighbour = newResident(tehsil);
  await join(portal, neighbour);
  const { page, context, faults } = await openResident(browser, portal, neighbour, 320);
  await page.goto(`${portal.portal}/r/${reference}`);
  await page.getByRole('button', { name: 'I have this problem too' }).press('Enter');
  await page.getByRole('status').getByText('You support this report now.').waitFor();
  await page.getByText('Supported by 1', { exact: true }).waitFor();
  expect(await call(portal, `/reports/${id}`, { token: office })).toMatchObject({ supports: 1 });
  // The button is gone: what was said has its focus.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('You support this report now.');
  await page.getByRole('button', { name: 'Show on a map' }).press('Enter');
  await page.getByRole('img', { name: 'Map: Canal Road' }).waitFor();
  expect(await wrongByDay(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(faults).toEqual([]);
  await context.close();
});

it('a neighbour whose session has ended signs in and is back at the record', async () => {
  const neighbour = newResident(tehsil);
  await join(portal, neighbour);
  const { page, context } = await openResident(browser, portal, neighbour, 320);
  await page.goto(address);
  const same = page.getByRole('button', { name: 'I have this problem too' });
  await same.waitFor();
  await page.evaluate(() => localStorage.clear());
  await same.click();
  await page.getByRole('alert').getByText('Authentication required. Please sign in again.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await page.getByText('Sign in to go on where you were.').waitFor();
  await giveCredentials(page, neighbour);
  await page.waitForURL(address);
  await same.click();
  await page.getByRole('status').getByText('You support this report now.').waitFor();
  await context.close();
});

it('the code on paper is the address of the record and nothing else, by whatever address somebody opened it', async () => {
  const { page, context, faults } = await openPage(browser, 320);
  const elsewhere = new URL(`/r/${report.reference}?token=of-somebody#secret`, portal.portal);
  elsewhere.hostname = '127.0.0.1';
  await page.goto(elsewhere.href);
  await page.getByText('In Progress', { exact: true }).waitFor();
  await page.emulateMedia({ media: 'print' });
  const code = page.getByRole('img', { name: 'QR code of the address of this page' });
  await code.waitFor();
  await expect.poll(() => scan(code)).toBe(address);
  const printed = await page.locator('body').innerText();
  expect(printed).toContain(address);
  for (const kept of [resident.email, resident.phone, resident.firstName, 'of-somebody', 'secret', '127.0.0.1'])
    expect(printed).not.toContain(kept);
  expect(faults).toEqual([]);
  await context.close();
});

it('its reporter copies that address, too, by whatever address they opened the portal', async () => {
  const elsewhere = { ...portal, portal: portal.portal.replace(new URL(portal.portal).hostname, '127.0.0.1') };
  const { page, context } = await openResident(browser, elsewhere, resident);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${elsewhere.portal}/userDashboard?tab=mycomplaints`, { waitUntil: 'networkidle' });
  await page.getByRole('article').filter({ hasText: texts.location }).getByRole('button').click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('The link was copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await context.close();
});

it('whether it is shared is shown as it was saved, also in details that were opened again before the list was read', async () => {
  await submitReport(portal, token, jpeg, { ...texts, location: 'Mill Lane', shared: 'false' });
  const { page, context } = await openResident(browser, portal, resident);
  await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  const handle = page.getByRole('article').filter({ hasText: 'Mill Lane' }).getByRole('button');
  await handle.click();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/rest/v1/requests*', (route) => released.then(() => route.continue()));
  const shared = page.getByRole('checkbox', { name: 'Shared' });
  await shared.check();
  await page.getByText('Saved.', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await handle.click();
  await shared.waitFor();
  release();
  await expect.poll(() => shared.isChecked()).toBe(true);
  await context.close();
});

it('whether it is shared is shown as it is, also where the answer to the change was lost', async () => {
  await submitReport(portal, token, jpeg, { ...texts, location: 'Ferry Lane', shared: 'false' });
  const { page, context } = await openResident(browser, portal, resident);
  await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  await page.getByRole('article').filter({ hasText: 'Ferry Lane' }).getByRole('button').click();
  await page.route('**/reports/*/shared', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const shared = page.getByRole('checkbox', { name: 'Shared' });
  await shared.click();
  await page.getByText('It could not be saved. Please try again.').waitFor();
  await expect.poll(() => shared.isChecked()).toBe(true);
  await context.close();
});

it('whether it is shared is shown as it was changed elsewhere since, once the list is read again', async () => {
  const { id } = await submitReport(portal, token, jpeg, { ...texts, location: 'Kiln Lane', shared: 'false' });
  const { page, context } = await openResident(browser, portal, resident);
  await page.clock.install();
  await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  await page.getByRole('article').filter({ hasText: 'Kiln Lane' }).getByRole('button').click();
  const shared = page.getByRole('checkbox', { name: 'Shared' });
  await shared.check();
  await page.getByText('Saved.', { exact: true }).waitFor();
  await call(portal, `/reports/${id}/shared`, { method: 'PUT', token, json: { shared: false } });
  // The open list is read again every half minute.
  await page.clock.runFor(31_000);
  await expect.poll(() => shared.isChecked()).toBe(false);
  await context.close();
});

it('a forged host is in nothing that messengers or browsers are told', async () => {
  const ask = askFrom(portal.portal);
  for (const name of ['host', 'x-forwarded-host', 'forwarded']) {
    const headers = { [name]: name === 'forwarded' ? 'host=evil.example' : 'evil.example', accept: 'text/html' };
    for (const path of [`/r/${report.reference}`, `/api/record/${report.reference}`, '/api/config']) {
      const answer = await ask(path, { headers });
      expect([answer.status, JSON.stringify(answer.headers) + answer.text]).toEqual([
        200,
        expect.not.stringContaining('evil.example'),
      ]);
    }
  }
});

it('in Urdu it is all in Urdu, but what people wrote', async () => {
  const { page, context } = await openInUrdu(browser, portal, 320);
  await page.goto(address);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  const written = [...(await namedIn(portal)), report.reference, texts.description];
  expect(await latinWordsOn(page, written)).toEqual([]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await context.close();
});

it('it is in the feed of its tehsil, which the page of figures names', async () => {
  const feed = `${portal.portal}/r.atom?tehsil=${encodeURIComponent(tehsil)}`;
  expect(await (await fetch(feed)).text()).toContain(address);
  expect((await fetch(`${portal.portal}/r.atom?tehsil=Nowhere`)).status).toBe(404);
  const figures = await fetch(`${portal.portal}/figures?tehsil=${encodeURIComponent(tehsil)}`);
  expect(await figures.text()).toContain(
    `type="application/atom+xml" title="${tehsil}" href="${new URL(feed).pathname}`,
  );
});

it('shared no longer, hidden, and shown with its reporter erased: each counts at once', async () => {
  await put('shared', { shared: false }, token);
  const closed = await preview();
  expect([closed.status, closed.tag('robots'), closed.tag('og:image')]).toEqual([200, 'noindex', undefined]);
  expect(closed.tag('og:description')).toBe('In Progress');
  expect(closed.html).not.toMatch(/kerb|نہر/);
  await put('shared', { shared: true }, token);

  await put('hidden', { hidden: true, reason: 'A face.' }, office);
  const { page, context } = await openPage(browser, 1280);
  const hidden = await page.goto(address);
  expect(hidden?.status()).toBe(404);
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^Page not found/);
  await put('hidden', { hidden: false, reason: '' }, office);

  const json = { current_password: resident.password };
  await call(portal, '/auth/v1/user', { method: 'DELETE', token, json }).catch((error: Error) => {
    // One that was sent again because its answer did not come has had its effect.
    if (!error.message.includes('session_not_found')) throw error;
  });
  await expect.poll(async () => (await preview()).tag('og:image')).toBeUndefined();
  await page.reload();
  await page.getByText('Place, description and picture are not shown here.').waitFor();
  await context.close();
});

it('a page opens while the record cannot be read, and reads it when it is asked to', async () => {
  const { page, context } = await openPage(browser, 1280);
  await page.goto(portal.portal);
  await page.route('**/api/record/**', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await page.evaluate((path) => history.pushState(null, '', path), `/r/${report.reference}`);
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await page.getByRole('alert').getByText('The server could not be reached.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: `Side Walk Repair, ${tehsil}` }).waitFor();
  // The button is gone, and the focus is not lost with it.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  await context.close();
});
