import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import { openBrowser } from './browser.ts';
import { makeFiles } from './people.ts';

/** Of each process that runs tests; it ends with the process. */
let started: ReturnType<typeof start> | undefined;

const start = async () => {
  const browser = await openBrowser();
  return { browser, ...(await makeFiles(browser)) };
};

/**
 * What a file of journeys begins with: the running portal, a headless browser, a JPEG and a PDF. Files that run one after another
 * in one process share the browser: each test opens a context of its own.
 */
export async function startJourney() {
  const isGone = ({ browser }: { browser: Browser }) => !browser.isConnected();
  if (!started || isGone(await started)) started = start();
  return { portal: inject('portal'), ...(await started) };
}
