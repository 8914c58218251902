import type { Page } from 'playwright-core';
import { overflowOf, shiftsOf } from './shifts.ts';
import { violations } from './violations.ts';

export { recordShifts as watchShifts } from './shifts.ts';

export const phone = { width: 375, height: 800 };
export const desk = { width: 1280, height: 900 };

/** The viewports and colour schemes in which pages are checked. */
export const everyLook = [
  [phone, 'light'],
  [phone, 'dark'],
  [desk, 'light'],
  [desk, 'dark'],
] as const;

/** What is wrong with the appearance of a page: violations found by axe, layout shifts, content wider than the window. */
export async function wrongWith(page: Page): Promise<unknown[]> {
  await page.waitForLoadState('networkidle');
  const [shifted, wider] = [await shiftsOf(page), await overflowOf(page)];
  const found: unknown[] = await violations(page);
  if (shifted > 0.1) found.push(`${page.url()} shifted by ${shifted}`);
  if (wider > 0) found.push(`${page.url()} is ${wider} px wider than the window`);
  return found;
}
