import type { Page } from 'playwright-core';
import { violations } from './violations.ts';

export const phone = { width: 375, height: 800 };
export const desk = { width: 1280, height: 900 };

/** The widths and colours that pages are looked at in. */
export const everyLook = [
  [phone, 'light'],
  [phone, 'dark'],
  [desk, 'light'],
  [desk, 'dark'],
] as const;

/** For `addInitScript`: adds up how far what stands on a page jumps of itself (`layout-shift` entries without a recent input). */
export const watchShifts = () => {
  const seen = { total: 0 };
  Object.assign(window, { shifts: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.total += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
};

/** What is wrong with how a page looks, as it stands: rules of axe broken, jumps, something wider than the window. */
export async function wrongWith(page: Page): Promise<unknown[]> {
  await page.waitForLoadState('networkidle');
  const { jumped, wider } = await page.evaluate(() => ({
    jumped: (window as unknown as { shifts: { total: number } }).shifts.total,
    wider: document.documentElement.scrollWidth - innerWidth,
  }));
  const found: unknown[] = await violations(page);
  if (jumped > 0.1) found.push(`${page.url()} jumped by ${jumped}`);
  if (wider > 0) found.push(`${page.url()} is ${wider} px wider than the window`);
  return found;
}
