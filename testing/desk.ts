import type { Page } from 'playwright-core';
import { cardOf, startOffice } from './admins.ts';
import { call, joinAdmin } from './calls.ts';
import { newResident, type Portal } from './people.ts';
import type { Report } from './reports.ts';

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
  const historyOf = ({ id }: Report, token: string) =>
    call<{ kind: string; text: string | null }[]>(portal, `/reports/${id}/history`, { token });
  await report('Bank Road', { description: 'The pipe at the corner leaks.', issue: 'Water Supply Problem' });
  await report('Canal Bank', { description: 'A pipeline is open.', issue: 'Side Walk Repair' });
  await report('Mall Road', { description: '=Dark, since "Monday", all night.', issue: 'Street Lights Repair' });
  await report('پانی والی گلی', { description: 'گلی میں پانی کھڑا ہے', issue: 'Water Supply Problem' });
  return { ...place, colleague, bilal, bilalsAddress: shah.email, assign, historyOf };
}

/** Opens the details of the card that contains the text. */
export async function openDetails(page: Page, road: string) {
  await cardOf(page, road).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}
