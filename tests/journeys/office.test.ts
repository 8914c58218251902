/** A whole life of a report in an office of three: each of them, and the resident, in a browser of their own. */
import { expect, it } from 'vitest';
import { joinStaff, newTehsil, openEdit, openOffice } from '../../testing/admins.ts';
import { call, join } from '../../testing/calls.ts';
import { openDetails } from '../../testing/desk.ts';
import { startJourney } from '../../testing/journey.ts';
import { newResident } from '../../testing/people.ts';
import { drawPicture } from '../../testing/proofs.ts';
import { enter, submitReport } from '../../testing/reports.ts';

const { portal, browser, jpeg } = await startJourney();
const claimsOf = (token: string) => JSON.parse(atob(token.split('.')[1] ?? '')) as { sub: string; Tehsil: string };

interface Admin {
  id: string;
  name: string;
}

it('a clerk assigns, crew work and take a picture, the clerk closes, the resident disputes, the head sees who did what', async () => {
  const { tehsil, office } = await newTehsil(portal);
  const sana = newResident(tehsil);
  await submitReport(portal, await join(portal, sana), jpeg, { location: 'Orchard Road' });
  const [clerk, crew] = [
    await joinStaff(portal, office, tehsil, 'clerk'),
    await joinStaff(portal, office, tehsil, 'crew'),
  ];
  const people = await call<Admin[]>(portal, '/api/admins', { token: office });
  const nameOf = (token: string) => people.find(({ id }) => id === claimsOf(token).sub)?.name ?? '';
  const home = `${portal.portal}/adminDashboard`;
  const [desk, street] = [await openOffice(browser, portal, clerk), await openOffice(browser, portal, crew, 320)];

  await street.page.goto(home);
  await street.page.getByText('No reports match the current filter criteria.').waitFor();
  await desk.page.goto(home);
  const details = await openDetails(desk.page, 'Orchard Road');
  await details.getByLabel('Assigned to').selectOption(claimsOf(crew).sub);
  await details.getByText('Saved.', { exact: true }).waitFor();
  expect(await details.getByRole('button', { name: 'Hide report' }).count()).toBe(0);
  await details.getByRole('button', { name: 'Close', exact: true }).click();

  await street.page.reload();
  const work = await openDetails(street.page, 'Orchard Road');
  await work.getByRole('button', { name: 'Start work' }).click();
  await work.getByText('The report is in progress.').waitFor();
  await work.getByRole('button', { name: 'Add picture', exact: true }).click();
  const buffer = await drawPicture(browser, 7);
  await work
    .getByLabel('Picture of the finished work')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  await work.getByRole('button', { name: 'Add Picture', exact: true }).click();
  await work.getByText('The picture is added.').waitFor();

  await desk.page.reload();
  const edit = await openEdit(desk.page, 'Orchard Road');
  await edit.getByLabel('Status').selectOption('Closed');
  await edit.getByText('A picture was sent already. It is used unless you choose another.').waitFor();
  await edit.getByRole('button', { name: 'Save' }).click();
  await edit.waitFor({ state: 'detached' });

  const own = await enter(await browser.newContext(), portal, sana);
  await own.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
  await own.getByRole('article').filter({ hasText: 'Orchard Road' }).getByRole('button').click();
  const asked = own.getByRole('region', { name: 'Is it fixed?' });
  await asked.getByRole('img', { name: 'After' }).waitFor();
  await asked.getByRole('button', { name: 'No, it is not fixed' }).click();
  await own.getByLabel('What is not fixed?').fill('It is dark again.');
  await own.getByRole('button', { name: 'Send', exact: true }).click();
  await own.getByText('Thank you. Your report is open again.').waitFor();

  const head = await openOffice(browser, portal, office);
  await head.page.goto(home);
  await head.page.getByRole('button', { name: /^Disputed Reports/ }).click();
  const seen = (await openDetails(head.page, 'Orchard Road')).getByRole('list', { name: 'History' });
  for (const [name, words] of [
    [nameOf(clerk), `Assigned to ${nameOf(crew)}`],
    [nameOf(crew), 'Status: In Progress'],
    [nameOf(clerk), 'Status: Closed'],
  ] as const)
    await seen.getByRole('listitem').filter({ hasText: words }).filter({ hasText: name }).first().waitFor();
  await seen.getByText('It is dark again.').waitFor();
  await head.page.goto(`${portal.portal}/adminAudit`);
  for (const name of [nameOf(clerk), nameOf(crew)])
    await head.page
      .getByRole('row', { name: `Joined ${name}` })
      .first()
      .waitFor();
  expect([...desk.faults, ...street.faults, ...head.faults]).toEqual([]);
  for (const { context } of [desk, street, head]) await context.close();
  await own.context().close();
});

it('the office writes a report down for somebody without an account, and reads whom to call', async () => {
  const { office } = await newTehsil(portal);
  const form = () => {
    const data = new FormData();
    const values = { issue: 'Street Lights Repair', location: 'Counter Road', description: 'It is dark.' };
    for (const [name, value] of Object.entries({ ...values, name: 'Zainab Bibi', contact: '03001234567' }))
      data.set(name, value);
    return data;
  };
  const made = await call<{ via: string; userId: null }>(portal, '/api/counter', { token: office, form });
  expect(made).toMatchObject({ via: 'counter', userId: null });
  const { page, context, faults } = await openOffice(browser, portal, office);
  await page.goto(`${portal.portal}/adminDashboard`);
  const details = await openDetails(page, 'Counter Road');
  await details.getByText('Zainab Bibi').waitFor();
  await details.getByText('03001234567').waitFor();
  await details.getByText('No Image').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
