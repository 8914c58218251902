import type { Browser, Page } from 'playwright-core';
import { cardOf, newTehsil } from './admins.ts';
import { call, join, joinAdmin } from './calls.ts';
import { makeFiles, newResident, type Portal } from './people.ts';
import { type Report, submitReport } from './reports.ts';

interface Admin {
  id: string;
  name: string;
  you: boolean;
}

/** A tehsil of its own with two administrators, a resident and four of her reports. */
export async function startDesk(browser: Browser, portal: Portal) {
  const { jpeg } = await makeFiles(browser);
  const { tehsil, office } = await newTehsil(portal);
  const shah = { ...newResident(tehsil), firstName: 'Bilal', lastName: 'Shah' };
  const colleague = await joinAdmin(portal, shah);
  const admins = await call<Admin[]>(portal, '/api/admins', { token: colleague });
  const bilal = admins.find(({ you }) => you) ?? { id: '', name: '', you: false };
  const sana = newResident(tehsil);
  const resident = await join(portal, sana);
  const report = (location: string, texts: Record<string, string> = {}) =>
    submitReport(portal, resident, jpeg, { location, ...texts });
  const assign = ({ id }: Report, assignee: string | null, token = office) =>
    call(portal, `/reports/${id}/assignee`, { method: 'PUT', token, json: { assignee } });
  const historyOf = ({ id }: Report, token: string) =>
    call<{ kind: string; text: string | null }[]>(portal, `/reports/${id}/history`, { token });
  await report('Bank Road', { description: 'The pipe at the corner leaks.', issue: 'Water Supply Problem' });
  await report('Canal Bank', { description: 'A pipeline is open.', issue: 'Side Walk Repair' });
  await report('Mall Road', { description: '=Dark, since "Monday", all night.', issue: 'Street Lights Repair' });
  await report('پانی والی گلی', { description: 'گلی میں پانی کھڑا ہے', issue: 'Water Supply Problem' });
  return { tehsil, office, colleague, bilal, bilalsAddress: shah.email, sana, resident, report, assign, historyOf };
}

/** Opens the details of the card that contains the text. */
export async function openDetails(page: Page, road: string) {
  await cardOf(page, road).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}
