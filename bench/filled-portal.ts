import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { readInfraConfig } from '../infra/config.ts';
import { launch } from '../infra/run/launch.ts';
import { lastRunning } from '../infra/run/run-file.ts';
import { clusterOf, fillPortal, password } from '../infra/seed/fill.ts';
import { openBrowser } from '../testing/browser.ts';
import type { Row } from './measure.ts';

interface Filled {
  browser: Browser;
  /** The portal's address. */
  portal: string;
  print: (line: string) => void;
}

/** Measures on a portal of its own with a few reports. Starting it takes about two minutes. */
export async function inFilledPortal(measure: (filled: Filled) => Promise<Row[]>): Promise<Row[]> {
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
    return await measure({ browser, portal, print });
  } finally {
    await browser.close();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Signs somebody of the samples in and returns what the browser stores of it. */
export async function signedIn(browser: Browser, url: string, email: string, leadsTo: string) {
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
