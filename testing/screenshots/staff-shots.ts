/** The pictures of an office's people: heads, clerks and crew. */
import type { Page } from 'playwright-core';
import { codeOf } from '../../services/auth/testing/totp.ts';
import { openDetails } from '../admins.ts';
import { picked } from '../closures.ts';
import { type Portal, password } from '../people.ts';
import { desktop, phone, type Shot } from './shot.ts';

/** Somebody at the counter, whose report is filled in. */
async function atTheCounter(page: Page, { portal }: Portal) {
  await page.goto(`${portal}/adminCounter`);
  await page.getByLabel('Issue Type').selectOption('Street Lights Repair');
  await page.getByLabel('Location').fill('Orchard Road, behind the school');
  await page.getByLabel('Description').fill('The lamp at the back gate has been dark for a week.');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Rabia Example');
  await page.getByLabel('Contact Number').fill('0300 0000009');
}

export const staffShots: readonly Shot[] = [
  {
    name: 'admin-staff',
    width: desktop,
    who: 'office',
    whole: true,
    go: async (page, { portal }) => {
      await page.goto(`${portal}/adminStaff`);
      await page.getByRole('button', { name: 'Withdraw' }).waitFor();
    },
  },
  {
    name: 'admin-join-phone',
    width: phone,
    who: 'visitor',
    whole: true,
    go: async (page, _portal, { invitation }) => {
      await page.goto(invitation);
      await page.getByLabel('First Name').fill('Hamid');
      await page.getByLabel('Last Name').fill('Example');
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
    },
  },
  {
    name: 'admin-account',
    width: desktop,
    who: 'office',
    whole: true,
    go: async (page, { portal }) => {
      await page.goto(`${portal}/adminAccount`);
      const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Second factor' }) });
      await section.getByRole('button', { name: 'Set up' }).click();
      await section.getByRole('textbox', { name: 'Current password' }).fill(password);
      await section.getByRole('button', { name: 'Set up' }).click();
      await section.getByRole('img').waitFor();
      const secret = await section.getByRole('code').textContent();
      await section.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret ?? ''));
    },
  },
  { name: 'admin-counter', width: desktop, who: 'office', whole: true, go: atTheCounter },
  {
    name: 'admin-hiding',
    width: desktop,
    who: 'office',
    go: async (page, { portal }) => {
      await page.goto(`${portal}/adminDashboard?filter=all`);
      const dialog = await openDetails(page, 'Main Bazaar');
      await dialog.getByRole('button', { name: 'Hide report' }).click();
      await dialog.getByLabel('Reason').fill('A face can be seen in the picture.');
      await dialog.getByRole('button', { name: 'Cancel' }).evaluate((end) => end.scrollIntoView({ block: 'center' }));
    },
  },
  {
    name: 'admin-audit',
    width: desktop,
    who: 'office',
    go: async (page, { portal }) => {
      await page.goto(`${portal}/adminAudit`);
      await page.getByRole('row', { name: 'Invited' }).first().waitFor();
    },
  },
  {
    name: 'crew-tasks-phone',
    width: phone,
    who: 'crew',
    go: async (page, { portal }) => {
      await page.goto(`${portal}/adminDashboard`);
      await page.getByRole('article').first().waitFor();
    },
  },
  {
    name: 'crew-report-phone',
    width: phone,
    who: 'crew',
    go: async (page, { portal }, { work }) => {
      await page.goto(`${portal}/adminDashboard`);
      const dialog = await openDetails(page, 'Street Lights Repair');
      await dialog.getByRole('button', { name: 'Add picture' }).click();
      await dialog.getByLabel('Picture of the finished work').setInputFiles(picked(work));
      await dialog
        .getByRole('button', { name: 'Start work' })
        .evaluate((top) => top.scrollIntoView({ block: 'start' }));
    },
  },
];
