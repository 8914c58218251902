/** The pages in a browser: what they load compared with one bundle, how fast they paint compared with a page by hand. */
import type { Browser } from 'playwright-core';
import { readInfraConfig } from '../infra/config.ts';
import { clusterOf, fillPortal, password } from '../infra/seed/fill.ts';
import { adminEmail, residentEmail } from '../infra/seed/people.store.ts';
import { openBrowser } from '../testing/browser.ts';
import type { Row } from './measure.ts';
import { pageSpeeds } from './page-speed.ts';
import { pageWeights } from './page-weight.ts';
import { withPortal } from './portal.ts';
import { print } from './with-backing.ts';

/** Starts a portal of its own with a few reports. Takes some minutes. */
export const bench = (): Promise<Row[]> =>
  withPortal({}, async (running, dataDir) => {
    const { portal } = running.urls;
    const cluster = await clusterOf(readInfraConfig(), dataDir, running);
    await fillPortal(portal, cluster, { reports: 500, seed: 1 }, () => {});
    const browser = await openBrowser();
    try {
      print('what each page loads');
      const resident = await signedIn(browser, `${portal}/signin`, residentEmail(1, 1), '**/userDashboard*');
      const admin = await signedIn(browser, `${portal}/adminsignin`, adminEmail(1, 1), '**/adminDashboard*');
      const weights = await pageWeights(browser, portal, [
        { name: 'Home', path: '/' },
        { name: 'Sign-in', path: '/signin' },
        { name: "Resident's dashboard", path: '/userDashboard', state: resident },
        { name: "Administrator's dashboard", path: '/adminDashboard', state: admin },
      ]);
      print('how fast Home is on a slow phone');
      return [...weights, ...(await pageSpeeds(browser, portal))];
    } finally {
      await browser.close();
    }
  });

/** Signs somebody of the samples in and returns what the browser stores of it. */
async function signedIn(browser: Browser, url: string, email: string, leadsTo: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: /^Sign In/ }).click();
  await page.waitForURL(leadsTo);
  const state = await context.storageState();
  await context.close();
  return state;
}
