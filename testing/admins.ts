import { randomInt } from 'node:crypto';
import type { Role } from '@tma/contracts';
import type { Browser, Page } from 'playwright-core';
import { adminTokenOf, call, join, joinAdmin } from './calls.ts';
import { linkIn, mailWith } from './mailbox.ts';
import { newResident, openPage, type Portal, type Resident } from './people.ts';
import { type Report, submitReport } from './reports.ts';

/** Creates a tehsil that no other test uses, and an administrator of it, its head. `office` is the head's token. */
export async function newTehsil(portal: Portal): Promise<{ tehsil: string; head: Resident; office: string }> {
  const tehsil = `Tehsil ${randomInt(10 ** 9)}`;
  await call(portal, '/api/addTehsil', { json: { newtehsil: tehsil, Secret_Key: portal.secretKey } });
  const head = newResident(tehsil);
  return { tehsil, head, office: await joinAdmin(portal, head) };
}

/** The link of the mail with which somebody was invited to an office. */
export const invitationOf = async ({ mailbox }: Portal, email: string): Promise<string> =>
  linkIn(await mailWith(mailbox, email, /invites you to the administration of/), '/adminjoin');

/** Invites somebody to an office. @param office a head's token @returns the link of the mail */
export async function invite(portal: Portal, office: string, email: string, role: Role): Promise<string> {
  await call(portal, '/api/staff/invitations', { json: { email, role, language: 'en' }, token: office });
  return invitationOf(portal, email);
}

/** Somebody who was invited to an office and has joined it. @param office a head's token @param who a tehsil, or who it is @returns their token */
export async function joinStaff(portal: Portal, office: string, who: string | Resident, role: Role): Promise<string> {
  const person = typeof who === 'string' ? { ...newResident(who), firstName: 'Bilal', lastName: 'Shah' } : who;
  const token = new URL(await invite(portal, office, person.email, role)).hash.slice(1);
  const names = { First_Name: person.firstName, Last_Name: person.lastName };
  await call(portal, '/api/staff/join', { json: { token, ...names, Password: person.password } });
  return adminTokenOf(portal, person);
}

/**
 * A tehsil of its own with a resident who reports. `office` is the token of an administrator, `token` the resident's.
 * @param jpeg the picture of each report
 */
export async function startOffice(portal: Portal, jpeg: Uint8Array) {
  const { tehsil, office } = await newTehsil(portal);
  const resident = newResident(tehsil);
  const token = await join(portal, resident);
  const report = (location: string, texts: Record<string, string> = {}) =>
    submitReport(portal, token, jpeg, { location, ...texts });
  const historyOf = ({ id }: Report, token: string) =>
    call<{ kind: string; text: string | null }[]>(portal, `/reports/${id}/history`, { token });
  return { tehsil, office, resident, token, report, historyOf };
}
export type Office = Awaited<ReturnType<typeof startOffice>>;

interface Admin {
  id: string;
  name: string;
  you: boolean;
}

/** An office with a second administrator, and four reports of its resident. */
export async function startDesk(portal: Portal, jpeg: Uint8Array) {
  const place = await startOffice(portal, jpeg);
  const { tehsil, office, report } = place;
  const shah = { ...newResident(tehsil), firstName: 'Bilal', lastName: 'Shah' };
  const colleague = await joinAdmin(portal, shah);
  const admins = await call<Admin[]>(portal, '/api/admins', { token: colleague });
  const bilal = admins.find(({ you }) => you) ?? { id: '', name: '', you: false };
  const assign = ({ id }: Report, assignee: string | null, token = office) =>
    call(portal, `/reports/${id}/assignee`, { method: 'PUT', token, json: { assignee } });
  await report('Bank Road', { description: 'The pipe at the corner leaks.', issue: 'Water Supply Problem' });
  await report('Canal Bank', { description: 'A pipeline is open.', issue: 'Side Walk Repair' });
  await report('Mall Road', { description: '=Dark, since "Monday", all night.', issue: 'Street Lights Repair' });
  await report('پانی والی گلی', { description: 'گلی میں پانی کھڑا ہے', issue: 'Water Supply Problem' });
  return { ...place, colleague, bilal, bilalsAddress: shah.email, assign };
}

/** Stores an admin token in a page's browser. @param name one of the two keys under which the portal reads it */
export async function keepToken(page: Page, { portal }: Portal, token: string, name = 'Token') {
  page.setDefaultTimeout(15_000);
  await page.goto(`${portal}/favicon.svg`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [name, token] as const);
}

/** Opens a page in a browser context of its own, signed in with an admin token. @param width of the viewport, in pixels */
export async function openOffice(browser: Browser, portal: Portal, token: string, width = 1280, name = 'Token') {
  const opened = await openPage(browser, width);
  await keepToken(opened.page, portal, token, name);
  return opened;
}

export const cardOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

/** Opens the details of the card that contains the text. */
export async function openDetails(page: Page, road: string) {
  await cardOf(page, road).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

/** Opens the edit dialog of the card that contains the text. */
export async function openEdit(page: Page, text: string) {
  await cardOf(page, text).getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Schedule On').waitFor();
  return dialog;
}
