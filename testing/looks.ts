import type { BrowserContext, Page } from 'playwright-core';
import { violations } from './violations.ts';

export const phone = { width: 375, height: 800 };
export const desktop = { width: 1280, height: 900 };

/** Every page of the context sums how far its content jumps by itself (`layout-shift` entries without a recent input). */
export const watchShifts = (context: BrowserContext) =>
  context.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const seen = { total: 0, moved: [] as string[] };
    Object.assign(window, { shifts: seen });
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        seen.total += value;
        for (const { node, previousRect, currentRect } of sources)
          seen.moved.push(`${node?.className} from ${previousRect.y} to ${currentRect.y}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** By how many pixels the page is wider than its window. */
export const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** What is wrong with how a page looks now, by day: rules of axe that it breaks, content wider than the window. */
export async function wrongByDay(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  const wider = await overflowOf(page);
  return [...(await violations(page)), ...(wider > 0 ? [`${page.url()} is ${wider} px wider than the window`] : [])];
}

/**
 * The same, with how far its content jumps by itself. The context is one of `watchShifts`.
 * @param byNight whether it is looked at by night, too: what axe says of colours does not hang on the width, so one width is enough
 */
export async function wrongWith(page: Page, byNight = true): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  const { total: jumped, moved } = await page.evaluate(
    () => (window as unknown as { shifts: { total: number; moved: string[] } }).shifts,
  );
  const found = [...(byNight ? await wrongByNight(page) : []), ...(await wrongByDay(page))];
  if (jumped > 0.1) found.push(`${page.url()} jumped by ${jumped}: ${moved.join(', ')}`);
  return found;
}

/** By night nothing but the colours is different. */
async function wrongByNight(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = await violations(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}
