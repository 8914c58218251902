import type { Browser } from 'playwright-core';

/** What a first visit loads, each file with its bytes as they were sent: compressed, without headers. */
export type FirstView = { path: string; bytes: number }[];

/** Visits a page for the first time, in the language that the browser asks for, until nothing more comes. */
export async function firstView(browser: Browser, url: string, language: 'en' | 'ur'): Promise<FirstView> {
  const context = await browser.newContext({ locale: language === 'ur' ? 'ur-PK' : 'en-GB' });
  const page = await context.newPage();
  const loaded: Promise<FirstView[number]>[] = [];
  page.on('requestfinished', (request) => {
    const { pathname: path } = new URL(request.url());
    loaded.push(request.sizes().then(({ responseBodySize: bytes }) => ({ path, bytes })));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const view = await Promise.all(loaded);
  await context.close();
  return view;
}

/** All bytes of a visit. */
export const bytesOf = (view: FirstView) => view.reduce((sum, { bytes }) => sum + bytes, 0);
