import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { picture } from '../../services/files/testing/samples.ts';
import { newTehsil } from '../../testing/admins.ts';
import { call, join } from '../../testing/calls.ts';
import { addProof, closeAndReadLink } from '../../testing/closures.ts';
import { startJourney } from '../../testing/journey.ts';
import * as people from '../../testing/people.ts';
import { openResident, submitReport } from '../../testing/reports.ts';

const { portal, browser, jpeg } = await startJourney();
const { tehsil, office } = await newTehsil(portal);
const resident = people.newResident(tehsil);
let token: string;
beforeAll(async () => {
  token = await join(portal, resident);
});

/** A report of a place, closed with a picture that was taken then. @param taken as EXIF has it */
async function closedWith(taken: string, location: string) {
  const report = await submitReport(portal, token, jpeg, { location });
  const exif = { IFD0: { Make: 'Camera' }, IFD2: { DateTimeOriginal: taken } };
  const { image } = await addProof(portal, office, report, await picture(200, 150).withExif(exif).jpeg().toBuffer());
  const times = await call<{ takenAt: string; daysBefore: number }>(
    portal,
    image.replace('uploads/', '/api/proofs/').replace('.webp', ''),
  );
  return { link: await closeAndReadLink(portal, office, report, resident), times };
}

const said = (where: Locator) => where.getByText(/This picture was taken on/);
/** Once the picture is there. @returns what is said below it */
const lineOf = async (where: Locator) => {
  await where.getByRole('img', { name: 'After', exact: true }).waitFor();
  await said(where).waitFor();
  return said(where).innerText();
};

it('an old picture of the work says how old it is, to its reporter and to the neighbours', async () => {
  const { link, times } = await closedWith('2020:03:05 09:30:07', 'Lantern Lane');
  expect(times.takenAt).toBe('2020-03-05T09:30:07');
  expect(times.daysBefore).toBeGreaterThan(2000);
  const line = `This picture was taken on March 5, 2020, ${times.daysBefore} days before it was sent.`;

  const mail = await people.openPage(browser, 320);
  await mail.page.goto(link);
  expect(await lineOf(mail.page.getByRole('main'))).toBe(line);
  expect(mail.faults).toEqual([]);
  await mail.context.close();

  const neighbour = people.newResident(tehsil);
  await join(portal, neighbour);
  const { page, context } = await openResident(browser, portal, neighbour);
  await page.goto(`${portal.portal}/userDashboard?tab=AllRequests`);
  const card = page.getByRole('article').filter({ hasText: tehsil }).filter({ hasText: 'Lantern Lane' });
  await card.getByRole('button').click();
  expect(await lineOf(page.getByRole('dialog'))).toBe(line);
  await context.close();
});

it('nothing is said of a camera whose clock is ahead, and where the times cannot be read', async () => {
  const ahead = await closedWith('2999:01:01 09:30:07', 'Early Road');
  expect(ahead.times.daysBefore).toBeLessThan(0);
  const old = await closedWith('2020:03:06 09:30:07', 'Silent Road');
  for (const [{ link }, isAway] of [
    [ahead, false],
    [old, true],
  ] as const) {
    const { page, context } = await people.openPage(browser);
    if (isAway) await page.route('**/api/proofs/*', (route) => route.fulfill({ status: 503, json: {} }));
    const answered = page.waitForResponse('**/api/proofs/*');
    await page.goto(link);
    expect((await answered).status()).toBe(isAway ? 503 : 200);
    const main = page.getByRole('main');
    await main.getByRole('img', { name: 'After', exact: true }).waitFor();
    await main.getByRole('button', { name: 'Yes, it is fixed' }).waitFor();
    expect(await said(main).count()).toBe(0);
    await context.close();
  }
});
