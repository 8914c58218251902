import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { join } from './calls.ts';
import { drawJpeg } from './jpegs.ts';
import * as people from './people.ts';
import { enter } from './reports.ts';

export const restored = 'What you wrote here before is back.';
export const whole = {
  issue: 'Street Lights Repair',
  location: 'Bank Road, by the canal',
  description: 'The light is out since Monday.',
};

/** Creates residents, each signed in on /newrequest, or on another page. */
export const beginner =
  (portal: people.Portal, browser: Browser, path = '/newrequest') =>
  async (options: BrowserContextOptions = {}) => {
    const resident = people.newResident('Mardan');
    const token = await join(portal, resident);
    const context = await browser.newContext({
      viewport: { width: 375, height: 800 },
      serviceWorkers: 'block',
      ...options,
    });
    const page = await enter(context, portal, resident);
    await page.goto(portal.portal + path);
    return { resident, token, context, page };
  };

export const added = (page: Page) => people.expectText(page, 'Request Added Successfully');
export const typed = (page: Page, label: string) => page.getByLabel(label).inputValue();

/** Waits until the browser has stored this many files of drafts, which happens in the background. */
export const filesStored = (page: Page, count: number) => expect.poll(() => page.evaluate(countFiles)).toBe(count);

const countFiles = () =>
  new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open('tma-resident');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
      all.onsuccess = () => resolve(all.result.filter((one) => one instanceof File).length);
      opening.result.close();
    };
  });

/** Limits uploads to this many bytes per second. @returns a function that removes the limit */
export async function slowly(page: Page, uploadThroughput: number) {
  const session = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 20, downloadThroughput: -1 };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput });
  return () => session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
}

const upright = 'ffe10022' + '457869660000' + '49492a0008000000' + '0100' + '120103000100000006000000' + '00000000';

/** A photo as phones store it: 3600 by 2700 pixels, with a rotation in its EXIF data. */
export async function makePhoto(browser: Browser): Promise<Buffer> {
  const jpeg = await drawJpeg(browser, { width: 3600, height: 2700 }, 90);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from(upright, 'hex'), jpeg.subarray(2)]);
}
