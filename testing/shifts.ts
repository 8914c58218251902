import type { BrowserContext, Page } from 'playwright-core';

/** For `addInitScript`: adds up how far a page's content moves by itself (`layout-shift` entries without a recent input). */
export const recordShifts = () => {
  const seen = { total: 0 };
  Object.assign(window, { shifts: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.total += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
};

/** Records shifts on every page of a context. */
export const watchShifts = (context: BrowserContext) => context.addInitScript(recordShifts);

/** The sum of a page's layout shifts so far. */
export const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total);

/** By how many pixels the page is wider than its window. */
export const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
