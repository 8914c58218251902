import { describe, expect, it } from 'vitest';
import { join } from '../../testing/calls.ts';
import { startJourney } from '../../testing/journey.ts';
import { mailsTo, mailWith } from '../../testing/mailbox.ts';
import * as people from '../../testing/people.ts';
import { openResident } from '../../testing/reports.ts';

const { portal, browser, jpeg, pdf } = await startJourney();

describe('one report walks the whole way, at 375 px', () => {
  const width = 375;

  it('from sign-up to the mail that says it is closed', async () => {
    const resident = people.newResident('Mardan');
    const desk = await people.openPage(browser, width);
    const home = desk.page;
    await people.signUp(home, portal, resident);
    await people.signIn(home, portal, resident);

    await people.fillRequest(home, portal, {
      issue: 'Street Lights Repair',
      location: 'Bank Road, by the canal',
      description: `The light is out since Monday. ${'It is dark here. '.repeat(8)}`,
      image: jpeg,
      document: pdf,
    });
    await people.submitRequest(home);
    await people.expectText(home, 'Request Added Successfully');
    await home.waitForURL('**/userDashboard?*tab=mycomplaints*');
    const card = home.getByRole('article').filter({ hasText: 'Street Lights Repair' });
    await card.getByText('Open', { exact: true }).waitFor();
    await expect
      .poll(() => card.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await people.expectText(home, '1 Reports');
    const received = await mailWith(portal.mailbox, resident.email, /^We received your report TMA-[0-9A-Z]{8}$/);
    const reference = received.subject.split(' ').at(-1);

    const admin = people.newResident('Mardan');
    const office = await people.openPage(browser, width);
    await people.registerAdmin(office.page, portal, admin);
    const row = office.page.getByRole('article').filter({ hasText: resident.phone });
    await row.getByText('Sana Khan').waitFor();
    await row.getByRole('button', { name: 'Street Lights Repair' }).click();
    const details = office.page.getByRole('dialog');
    const download = office.page.waitForEvent('download').catch(() => null);
    const popup = office.page.waitForEvent('popup').catch(() => null);
    const answered = office.page.waitForResponse((answer) => answer.url().includes('/download-pdf/'));
    await details.getByText('View Document').click();
    expect((await answered).status()).toBe(200);
    expect(await Promise.race([download, popup])).not.toBeNull();
    await details.getByRole('button', { name: 'Edit' }).click();
    await office.page.getByLabel('Status').selectOption('Closed');
    await office.page.getByLabel('Schedule On').fill('2027-03-05');
    // The row shows the change before it is kept: what the resident then reads depends on the answer.
    const kept = office.page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await office.page.getByRole('button', { name: 'Save Changes' }).click();
    expect((await kept).status()).toBe(200);
    await row.getByText('Closed', { exact: true }).waitFor();

    await home.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
    await card.getByText('Closed', { exact: true }).waitFor();
    await card.getByText('Scheduled: March 5, 2027').waitFor();
    await people.expectText(home, '1 Completed');
    await mailWith(portal.mailbox, resident.email, new RegExp(`^Your report ${reference} is now Closed$`));
    expect((await mailsTo(portal.mailbox, resident.email)).map((mail) => mail.subject)).toHaveLength(3);

    const neighbor = `neighbour.${Date.now()}@example.com`;
    await home.getByRole('button', { name: /menu/i }).first().click();
    await home.getByRole('button', { name: 'Invite Neighbors' }).click();
    await home.getByLabel("Neighbor's Email").fill(neighbor);
    await home.getByRole('button', { name: 'Send Invite' }).click();
    await people.expectText(home, 'Invitation sent!');
    const invitation = await mailWith(portal.mailbox, neighbor, /^Sana Khan invites you to report issues in Mardan$/);
    expect(invitation.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');

    expect([...desk.faults, ...office.faults]).toEqual([]);
    await desk.context.close();
    await office.context.close();
  });
});

describe('what cannot be taken is said where it happened, and nothing typed is lost', () => {
  // What is missing is said in new-request.test.ts.
  it('a wrong image, a wrong PDF, an image of 11 MB', async () => {
    const resident = people.newResident('Mardan');
    await join(portal, resident);
    const { page, context } = await openResident(browser, portal, resident, 375);
    const whole = { issue: 'Street Lights Repair', location: 'Bank Road', description: 'The light is out.' };
    await people.fillRequest(page, portal, { ...whole, image: Buffer.from('not a picture'), names: ['light.jpg'] });
    await people.submitRequest(page);
    await people.expectText(page, /Please select a valid image file \(JPEG\/PNG\)\./);
    expect(await page.getByLabel('Description').inputValue()).toBe(whole.description);

    await people.fillRequest(page, portal, { ...whole, image: jpeg, document: Buffer.from('not a PDF') });
    await people.submitRequest(page);
    await people.expectText(page, /Please select a valid PDF file\./);

    const huge = Buffer.concat([jpeg, Buffer.alloc(11 * 1024 * 1024)]);
    await people.fillRequest(page, portal, { ...whole, image: huge });
    await people.submitRequest(page);
    await people.expectText(page, /10 MB/);

    await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
    await people.expectText(page, 'No Reports Found');
    await context.close();
  });
});
