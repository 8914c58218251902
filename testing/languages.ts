import type { Page } from 'playwright-core';

/**
 * Changes a page to Urdu by the button of its header, also where a dialog lies over it: what is open stays open. Resolves once
 * its font is there.
 */
export async function readInUrdu(page: Page): Promise<void> {
  const button = page.locator('button', { hasText: 'اردو' }).first();
  await button.evaluate((element: HTMLElement) => element.click());
  await page.locator('html[lang="ur"][dir="rtl"]').waitFor();
  await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded'));
}
