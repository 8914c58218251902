import { describe, expect, it } from 'vitest';
import { drawPicture } from '../../services/files/testing/photos.ts';
import { newTehsil } from '../../testing/admins.ts';
import { call, join } from '../../testing/calls.ts';
import { addProof, closeAndReadLink } from '../../testing/closures.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { changeReport, openResident, submitReport } from '../../testing/reports.ts';

const { portal, browser } = await startJourney();
const { tehsil, office } = await newTehsil(portal);

describe('a closure that is believed, at 320 px', () => {
  const width = 320;

  it('claim, dispute by the link of the mail, second picture, confirmation in the dashboard', async () => {
    const resident = people.newResident(tehsil);
    const token = await join(portal, resident);
    const report = await submitReport(portal, token, await drawPicture(width), {
      issue: 'Street Lights Repair',
    });
    const first = await addProof(portal, office, report, await drawPicture(width + 1));
    const link = await closeAndReadLink(portal, office, report, resident);

    const mail = await people.openPage(browser, width);
    await mail.page.goto(link);
    const region = mail.page.getByRole('region', { name: 'Is it fixed?' });
    const after = region.getByRole('img', { name: 'After' });
    expect(await after.getAttribute('src')).toBe(`/${first.image}`);
    for (const name of ['Before', 'After'])
      await expect
        .poll(() => region.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
    const yes = region.getByRole('button', { name: 'Yes, it is fixed' });
    const no = region.getByRole('button', { name: 'No, it is not fixed' });
    const colors = () => Promise.all([yes, no].map((button) => button.evaluate((one) => getComputedStyle(one).color)));
    const [stressed, other] = await colors();
    await no.click();
    // What was chosen stands out now.
    expect(await colors()).toEqual([other, stressed]);
    expect(other).not.toBe(stressed);
    await region.getByLabel('What is not fixed?').fill('The lamp is there, but it is dark.');
    await region.getByRole('button', { name: 'Send' }).click();
    await mail.page.getByText('Thank you. Your report is open again.', { exact: true }).waitFor();
    expect(mail.faults).toEqual([]);
    await mail.context.close();

    await expect(changeReport(portal, office, report.id, { status: 'Closed' })).rejects.toThrow(/422/);
    const second = await addProof(portal, office, report, await drawPicture(width + 2));
    await closeAndReadLink(portal, office, report, resident);

    const { page, context, faults } = await openResident(browser, portal, resident, width);
    await page.goto(`${portal.portal}/userDashboard?tab=mycomplaints`);
    await page.getByText('1 report waits for your answer', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Street Lights Repair' }).click();
    const details = page.getByRole('dialog');
    expect(await details.getByRole('img', { name: 'After' }).getAttribute('src')).toBe(`/${second.image}`);
    await details.getByRole('button', { name: 'Yes, it is fixed' }).click();
    await details.getByText('Thank you. You confirmed that it is fixed.', { exact: true }).waitFor();

    const lines = details.getByRole('list', { name: 'History' }).getByRole('listitem');
    await expect.poll(() => lines.count()).toBe(7);
    expect(await lines.allTextContents()).toEqual([
      expect.stringMatching(/^Received.*The reporter$/),
      expect.stringMatching(/^Picture of the work added.*The administration$/),
      expect.stringMatching(/^Status: Closed.*The administration$/),
      expect.stringMatching(
        /^Said that it is not fixed, Status: Open.*The reporterThe lamp is there, but it is dark\.$/,
      ),
      expect.stringMatching(/^Picture of the work added.*The administration$/),
      expect.stringMatching(/^Status: Closed.*The administration$/),
      expect.stringMatching(/^Confirmed that it is fixed.*The reporter$/),
    ]);
    await lines
      .getByText(/^\d{1,2} \w+ \d{4}, \d\d:\d\d$/)
      .first()
      .waitFor();
    expect(await lines.getByRole('img').count()).toBe(2);
    await details.getByRole('img', { name: 'Before' }).waitFor();
    await details.getByText('Confirmed by the reporter', { exact: true }).waitFor();
    const stats = await call<{ confirmed: number; disputed: number }>(
      portal,
      `/api/stats?tehsil=${encodeURIComponent(tehsil)}`,
    );
    expect(stats.confirmed).toBeGreaterThan(0);
    expect(stats.disputed).toBeGreaterThan(0);
    expect(faults).toEqual([]);
    await context.close();
  });
});
