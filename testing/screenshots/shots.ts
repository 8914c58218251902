/** Each picture of docs/pictures, and the steps that lead to it. */
import type { Browser, Page } from 'playwright-core';
import { openDetails, openEdit, openOffice } from '../admins.ts';
import { call } from '../calls.ts';
import { picked } from '../closures.ts';
import { fillAdminSignUp, fillRequest, fillSignUp, openPage, type Portal } from '../people.ts';
import { changeReport, enter } from '../reports.ts';
import { clerk, crowded, dayIn, newcomer, type SampleTehsil } from './sample-tehsil.ts';
import { dashboard, desktop, myReports, onPaper, phone, type Shot, type Who, withoutPrinter } from './shot.ts';
import { staffShots } from './staff-shots.ts';

/** Opens a page for the person and width of a picture. */
export async function open(
  browser: Browser,
  portal: Portal,
  sample: SampleTehsil,
  { who, width }: Shot,
): Promise<Page> {
  const page = await pageOf(browser, portal, sample, who, width);
  await page.setViewportSize({ width, height: width === phone ? 720 : 860 });
  return page;
}

async function pageOf(
  browser: Browser,
  portal: Portal,
  { resident, office, crew }: SampleTehsil,
  who: Who,
  width: number,
) {
  if (who === 'office') return (await openOffice(browser, portal, office, width)).page;
  if (who === 'crew') return (await openOffice(browser, portal, crew, width)).page;
  const { page, context } = await openPage(browser, width);
  if (who === 'visitor') return page;
  await page.close();
  return enter(context, portal, resident);
}

const editing = async (page: Page, portal: Portal) => {
  await dashboard(page, portal);
  const dialog = await openEdit(page, 'Mohalla Sheikhan');
  await dialog.getByLabel('Status').selectOption('In Progress');
  await dialog.getByLabel('Schedule On').fill(dayIn(1));
  return dialog;
};

/** Another administrator saves first. */
async function conflict(page: Page, portal: Portal, { colleague }: SampleTehsil) {
  const dialog = await editing(page, portal);
  const rows = await call<{ id: string; location: string }[]>(portal, '/adminrequests', { token: colleague });
  const id = rows.find(({ location }) => location.startsWith('Mohalla Sheikhan'))?.id ?? '';
  await changeReport(portal, colleague, id, { schedule: dayIn(4) });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByRole('button', { name: 'Take theirs' }).scrollIntoViewIfNeeded();
}

const request = (page: Page, portal: Portal, { jpeg, pdf }: SampleTehsil) =>
  fillRequest(page, portal, {
    issue: 'Street Lights Repair',
    location: 'Canal Road, second bridge',
    description: 'Three lights in a row are out since Monday. It is dark from the corner to the school.',
    image: jpeg,
    document: pdf,
  });

/** Closed is chosen, with a picture of the work. */
async function closing(page: Page, portal: Portal, { work }: SampleTehsil) {
  await dashboard(page, portal);
  const dialog = await openEdit(page, 'Canal Road, second bridge');
  await dialog.getByLabel('Status').selectOption('Closed');
  await dialog.getByLabel('Picture of the finished work').setInputFiles(picked(work));
  await dialog.getByRole('img').last().scrollIntoViewIfNeeded();
}

/** In the order in which they are taken: the last ones change data. */
export const shots: readonly Shot[] = [
  { name: 'home', width: desktop, who: 'visitor', go: (page, { portal }) => page.goto(portal) },
  {
    name: 'sign-up',
    width: phone,
    who: 'visitor',
    whole: true,
    go: async (page, { portal }) => {
      await page.goto(`${portal}/signup`);
      await fillSignUp(page, newcomer);
    },
  },
  { name: 'new-request-phone', width: phone, who: 'resident', whole: true, go: request },
  { name: 'my-reports', width: desktop, who: 'resident', go: myReports },
  { name: 'my-reports-phone', width: phone, who: 'resident', go: myReports },
  {
    name: 'report-phone',
    width: phone,
    who: 'resident',
    go: async (page, portal) => {
      await myReports(page, portal);
      const dialog = await openDetails(page, 'Side Walk Repair');
      await dialog.getByText('Status: Closed').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'message-phone',
    width: phone,
    who: 'resident',
    go: async (page, portal) => {
      await myReports(page, portal);
      const dialog = await openDetails(page, 'Water Supply Problem');
      await dialog.getByText('The part comes tomorrow.').evaluate((text) => text.scrollIntoView({ block: 'center' }));
    },
  },
  {
    name: 'closure',
    width: desktop,
    who: 'resident',
    go: async (page, portal) => {
      await myReports(page, portal);
      const dialog = await openDetails(page, 'Side Walk Repair');
      await dialog.getByRole('button', { name: 'No, it is not fixed' }).click();
      await dialog.getByLabel('What is not fixed?').fill('One slab is loose again.');
      await dialog.getByRole('heading', { name: 'Is it fixed?' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'admin-registration',
    width: desktop,
    who: 'visitor',
    go: async (page, { portal }) => {
      await page.goto(`${portal}/adminsignup`);
      await fillAdminSignUp(page, clerk, 'the key of the municipality');
    },
  },
  { name: 'admin-dashboard', width: desktop, who: 'office', go: (page, portal) => dashboard(page, portal) },
  {
    name: 'admin-menu-phone',
    width: phone,
    who: 'office',
    go: async (page, portal) => {
      await dashboard(page, portal);
      await page.getByRole('button', { name: 'Menu' }).click();
    },
  },
  { name: 'admin-today-phone', width: phone, who: 'office', go: (page, portal) => dashboard(page, portal, 'today') },
  {
    name: 'admin-report',
    width: desktop,
    who: 'office',
    go: async (page, portal) => {
      await dashboard(page, portal);
      const dialog = await openDetails(page, 'Street Lights Repair');
      await dialog.getByText('0300 0000001').waitFor();
      // Away from the buttons, which cover the end of the dialog.
      await dialog.getByText('View Document').evaluate((link) => link.scrollIntoView({ block: 'center' }));
    },
  },
  { name: 'admin-overdue', width: desktop, who: 'office', go: (page, portal) => dashboard(page, portal, 'overdue') },
  { name: 'admin-dashboard-phone', width: phone, who: 'office', go: (page, portal) => dashboard(page, portal) },
  {
    name: 'admin-search',
    width: desktop,
    who: 'office',
    go: async (page, { portal }) => {
      await page.goto(`${portal}/adminDashboard?filter=all&q=canal+road&assignee=me`);
      await page.getByText('1 found').waitFor();
    },
  },
  {
    name: 'admin-notes',
    width: desktop,
    who: 'office',
    go: async (page, portal) => {
      await dashboard(page, portal);
      const dialog = await openDetails(page, 'Water Supply Problem');
      await dialog.getByText('The crew was there at eight.').waitFor();
      const field = dialog.getByLabel('Add a note');
      await field.fill('The joint has arrived. We come at two.');
      await dialog.getByLabel('The reporter can read it').check();
      await dialog.getByRole('button', { name: 'Add Note' }).evaluate((end) => end.scrollIntoView({ block: 'center' }));
    },
  },
  {
    name: 'admin-settings',
    width: desktop,
    who: 'office',
    whole: true,
    go: async (page, { portal }) => {
      await page.goto(`${portal}/adminSettings`);
      await page.getByText('Estimated, until the moon is sighted').first().waitFor();
    },
  },
  {
    name: 'admin-print',
    width: desktop,
    who: 'office',
    go: async (page, portal) => {
      await withoutPrinter(page);
      await dashboard(page, portal);
      await page.getByRole('button', { name: 'Print list' }).click();
      await onPaper(page);
      await page.getByRole('table').waitFor();
    },
  },
  {
    name: 'figures',
    width: desktop,
    who: 'visitor',
    whole: true,
    go: async (page, { portal }) => {
      await page.goto(`${portal}/figures?${new URLSearchParams({ tehsil: crowded })}`);
      await page.getByRole('heading', { name: 'Closures by what their reporters said' }).waitFor();
    },
  },
  {
    name: 'admin-tehsil',
    width: desktop,
    who: 'office',
    go: async (page, { portal }) => {
      await page.goto(`${portal}/myadmin`);
      await page.getByLabel('Tehsil Name').fill('New Mardan');
    },
  },
  ...staffShots,
  { name: 'admin-closing', width: desktop, who: 'office', go: closing },
  { name: 'admin-edit', width: desktop, who: 'office', go: editing },
  { name: 'admin-edit-phone', width: phone, who: 'office', go: editing },
  { name: 'admin-conflict', width: desktop, who: 'office', go: conflict },
];
