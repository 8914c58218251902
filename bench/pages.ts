/** The pages in a browser: what they load compared with one bundle, how fast they paint compared with a page by hand. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { readInfraConfig } from '../infra/config.ts';
import { launch } from '../infra/run/launch.ts';
import { lastRunning } from '../infra/run/run-file.ts';
import { clusterOf, fillPortal, password } from '../infra/seed/fill.ts';
import { adminEmail, residentEmail } from '../infra/seed/people.store.ts';
import { openBrowser } from '../testing/browser.ts';
import type { Row } from './measure.ts';
import { pageSpeeds } from './page-speed.ts';
import { languageWeights, pageWeights } from './page-weight.ts';

/** Starts a portal of its own with a few reports, and opens it. Takes about two minutes. */
export async function bench(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tma-bench-'));
  const print = (line: string) => process.stdout.write(`  ·  ${line}\n`);
  const config = readInfraConfig();
  const system = await launch({ ports: 'free', dataDir, config, print });
  const browser = await openBrowser();
  try {
    const running = await lastRunning(dataDir);
    if (!running) throw new Error('the portal that was started does not run');
    const { portal } = system.urls;
    await fillPortal(portal, await clusterOf(config, dataDir, running), { reports: 500, seed: 1 }, () => {});
    print('what each page loads');
    const resident = await signedIn(browser, `${portal}/signin`, residentEmail(1, 1), '**/userDashboard*');
    const admin = await signedIn(browser, `${portal}/adminsignin`, adminEmail(1, 1), '**/adminDashboard*');
    const weights = await pageWeights(browser, portal, [
      { name: 'Home', path: '/' },
      { name: 'Sign-in', path: '/signin' },
      { name: "Resident's dashboard", path: '/userDashboard', state: resident },
      { name: "Administrator's dashboard", path: '/adminDashboard', state: admin },
    ]);
    const languages = await languageWeights(browser, portal);
    print('how fast Home is on a slow phone');
    return [...weights, ...languages, ...(await pageSpeeds(browser, portal))];
  } finally {
    await browser.close();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Signs a resident in and returns what the browser stores of it. */
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
