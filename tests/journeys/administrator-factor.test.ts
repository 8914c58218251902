import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { codeOf, wrongCodeOf } from '../../services/auth/testing/totp.ts';
import { newTehsil, openOffice } from '../../testing/admins.ts';
import { call } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { linkIn, mailWith } from '../../testing/mailbox.ts';
import { saysOffline } from '../../testing/offline.ts';
import * as people from '../../testing/people.ts';
import { violations } from '../../testing/violations.ts';

const { portal, browser } = await startJourney();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** The browser notes each refusal of the server; everything else that it notes is a fault. */
const own = (faults: string[]) => faults.filter((fault) => !fault.includes('Failed to load resource'));

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

it('an administrator sets up a second factor, signs in with a code and with a recovery code, and removes it', async () => {
  const { head: office, office: token } = await newTehsil(portal);
  const { page, context, faults } = await openOffice(browser, portal, token, 375);
  await page.goto(`${portal.portal}/adminAccount`);
  const factor = section(page, 'Second factor');
  await factor.getByRole('button', { name: 'Set up' }).click();
  await factor.getByLabel('Current password').fill('not the password of it');
  await factor.getByRole('button', { name: 'Set up' }).click();
  await factor.getByRole('alert').waitFor();
  await factor.getByRole('textbox', { name: 'Current password' }).fill(office.password);
  await factor.getByRole('button', { name: 'Set up' }).click();
  await factor.getByRole('img', { name: 'QR code of the secret' }).waitFor();
  const secret = await factor.locator('code').innerText();
  expect(await violations(page)).toEqual([]);
  const code = factor.getByLabel('Code', { exact: true });
  expect([await code.getAttribute('inputmode'), await code.getAttribute('autocomplete')]).toEqual([
    'numeric',
    'one-time-code',
  ]);
  await code.fill(wrongCodeOf(secret));
  await factor.getByRole('button', { name: 'Confirm' }).click();
  await factor.getByRole('alert').getByText('This code is not right.').waitFor();
  await code.fill(codeOf(secret));
  await factor.getByRole('button', { name: 'Confirm' }).click();
  const codes = factor.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect.poll(() => codes.count()).toBe(10);
  const recoveryCodes = await codes.allInnerTexts();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await factor.getByRole('button', { name: 'Copy' }).click();
  await factor.getByText('Copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recoveryCodes.join('\n'));
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-was-printed', '');
  });
  await factor.getByRole('button', { name: 'Print' }).click();
  await page.locator('body[data-was-printed]').waitFor();
  expect(await violations(page)).toEqual([]);
  await factor.getByRole('button', { name: 'I have kept them' }).click();
  await factor.getByText('Recovery codes left: 10').waitFor();

  const signIn = async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${portal.portal}/adminsignin`);
    await page.getByLabel('Email').fill(office.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(office.password);
    await press(page, 'Sign In as Admin');
    await page.getByLabel('Code', { exact: true }).waitFor();
  };
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  await signIn();
  await expect.poll(focused).toBe('code');
  expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe(office.password);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  // Whoever corrects the address goes on typing there, also where it is the same again.
  await page.getByLabel('Email').press('End');
  await page.keyboard.press('x');
  await page.getByLabel('Code', { exact: true }).waitFor({ state: 'detached' });
  await page.keyboard.press('Backspace');
  await page.getByLabel('Code', { exact: true }).waitFor();
  expect(await focused()).toBe('email');
  await page.getByLabel('Code', { exact: true }).fill(wrongCodeOf(secret));
  const { promise: asked, resolve } = Promise.withResolvers<Route>();
  await page.route('**/adminsignin', resolve, { times: 1 });
  await press(page, 'Sign In as Admin');
  const held = await asked;
  for (const label of ['Email', 'Code']) expect(await page.getByLabel(label, { exact: true }).isDisabled()).toBe(true);
  await held.continue();
  await page.getByRole('alert').getByText('This code is not right.', { exact: true }).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await press(page, 'Sign In as Admin');
  await page.waitForURL('**/adminDashboard*');

  await signIn();
  await page.getByRole('link', { name: 'Use a recovery code' }).click();
  await expect.poll(focused).toBe('code');
  await page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0] ?? '');
  await press(page, 'Sign In as Admin');
  await page.waitForURL('**/adminDashboard*');

  await page.goto(`${portal.portal}/adminAccount`);
  await factor.getByText('Recovery codes left: 9').waitFor();
  await factor.getByRole('button', { name: 'Remove' }).click();
  await factor.getByRole('textbox', { name: 'Current password' }).fill(office.password);
  // A recovery code has letters.
  expect(await code.getAttribute('inputmode')).toBe('text');
  await code.fill(recoveryCodes[1] ?? '');
  // It is known to be removed, also where it cannot be read then.
  await page.route('**/adminfactor', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 503 }) : route.fallback(),
  );
  await factor.getByRole('button', { name: 'Remove' }).click();
  await factor.getByText('The second factor is removed.').waitFor();
  await mailWith(portal.mailbox, office.email, /^Your second factor was removed$/);
  expect(own(faults)).toEqual([]);
  await context.close();
});

it('who does not get the answer to the confirmation is told that the recovery codes are lost, and how to get others', async () => {
  const { head: office, office: token } = await newTehsil(portal);
  const { page, context } = await openOffice(browser, portal, token);
  await page.goto(`${portal.portal}/adminAccount`);
  const factor = section(page, 'Second factor');
  await factor.getByRole('button', { name: 'Set up' }).click();
  await factor.getByRole('textbox', { name: 'Current password' }).fill(office.password);
  await factor.getByRole('button', { name: 'Set up' }).click();
  const secret = await factor.locator('code').innerText();
  await page.route('**/adminfactor', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await factor.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await factor.getByRole('button', { name: 'Confirm' }).click();
  await factor.getByText('Remove it and set it up again to get others.').waitFor();
  await factor.getByText('Recovery codes left: 10').waitFor();
  await factor.getByRole('button', { name: 'Remove' }).click();
  expect(await factor.getByText('Remove it and set it up again to get others.').count()).toBe(0);
  await context.close();
});

it('who set it up elsewhere meanwhile is not told that recovery codes are lost', async () => {
  const { head: office, office: token } = await newTehsil(portal);
  const factor = (method: string, json: object) => call(portal, '/adminfactor', { method, token, json });
  const { page, context } = await openOffice(browser, portal, token);
  await page.goto(`${portal.portal}/adminAccount`);
  await section(page, 'Second factor').getByRole('button', { name: 'Set up' }).click();
  await section(page, 'Second factor').getByRole('textbox', { name: 'Current password' }).waitFor();
  const { secret } = (await factor('POST', { currentPassword: office.password })) as { secret: string };
  await factor('PUT', { code: codeOf(secret) });
  // It is read again once the network is back.
  await context.setOffline(true);
  await saysOffline(page);
  await context.setOffline(false);
  await page.getByText('Recovery codes left: 10').waitFor();
  expect(await page.getByText('Remove it and set it up again to get others.').count()).toBe(0);
  await context.close();
});

it('a forgotten password is set anew with a code where there is a second factor', async () => {
  const { head: office, office: token } = await newTehsil(portal);
  const factor = (method: string, json: object) => call(portal, '/adminfactor', { method, token, json });
  const { secret } = (await factor('POST', { currentPassword: office.password })) as { secret: string };
  await factor('PUT', { code: codeOf(secret) });
  await call(portal, '/adminrecover', { json: { Email: office.email } });
  const { page, context } = await people.openPage(browser);
  await page.goto(linkIn(await mailWith(portal.mailbox, office.email, /^Reset your password$/), '/adminreset'));
  const password = page.getByRole('textbox', { name: 'New password' });
  await password.fill('another lantern by the canal');
  await press(page, 'Save Password');
  const code = page.getByLabel('Code', { exact: true });
  await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
  await code.fill(wrongCodeOf(secret));
  await press(page, 'Save Password');
  const refusal = page.getByRole('alert');
  await expect.poll(() => refusal.evaluate((said) => said.parentElement === document.activeElement)).toBe(true);
  await code.fill(codeOf(secret, 1));
  expect(await code.getAttribute('inputmode')).toBe('text');
  expect(await password.inputValue()).toBe('another lantern by the canal');
  await press(page, 'Save Password');
  await page.getByRole('status').getByText('Your password has been changed.').waitFor();
  await context.close();
});

it('who has to set up a second factor is led to it, and to nothing else', async () => {
  const { page, context } = await people.openPage(browser);
  const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const Token = `${part({ alg: 'none' })}.${part({ email: 'a@b.pk', Tehsil: 'Mardan', exp, enrol: true })}.x`;
  const answer = { Token, email: 'a@b.pk', success: true, language: 'en', enrol: true };
  await page.route('**/adminsignin', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: answer }) : route.fallback(),
  );
  await page.route('**/adminfactor', (route) => route.fulfill({ json: { active: false, recoveryCodesLeft: 0 } }));
  await page.goto(`${portal.portal}/adminsignin`);
  await page.getByLabel('Email').fill('a@b.pk');
  await page.getByRole('textbox', { name: 'Password' }).fill('a lantern');
  await press(page, 'Sign In as Admin');
  await page.waitForURL('**/adminAccount');
  await section(page, 'Second factor').getByText('Your office asks for a second factor').waitFor();
  expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Second factor']);
  expect(await violations(page)).toEqual([]);
  for (const path of ['/adminDashboard', '/adminSettings']) {
    await page.goto(portal.portal + path);
    await page.waitForURL('**/adminAccount');
  }
  // That opens for anybody who has the key: this token would add nothing.
  await page.goto(`${portal.portal}/myadmin`);
  await page.getByRole('textbox', { name: 'Admin Secret Key' }).waitFor();
  await page.getByText('Needed until you have set up your second factor.').waitFor();
  await context.close();
});
