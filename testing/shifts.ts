import type { BrowserContext, Page } from 'playwright-core';

/** Has every page of a context add up how far what stands on it jumps of itself (`layout-shift` without a recent input). */
export const watchShifts = (context: BrowserContext) =>
  context.addInitScript(() => {
    const seen = { total: 0 };
    Object.assign(window, { shifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.total += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** How far the page has jumped until now. */
export const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total);

/** By how many pixels the page is wider than its window. */
export const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
