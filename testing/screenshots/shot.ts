/** What a picture of the guides is, and steps that several of them share. */
import type { Page } from 'playwright-core';
import { cardOf } from '../admins.ts';
import type { Portal } from '../people.ts';
import type { SampleTehsil } from './sample-tehsil.ts';

export const phone = 375;
export const desktop = 1280;

/** Who is signed in. */
export type Who = 'visitor' | 'resident' | 'office' | 'crew';

export interface Shot {
  name: string;
  width: typeof phone | typeof desktop;
  who: Who;
  /** The whole page instead of the viewport. */
  whole?: true;
  /** Brings the page into the state of the picture. */
  go(page: Page, portal: Portal, sample: SampleTehsil): Promise<unknown>;
}

export const myReports = (page: Page, { portal }: Portal) =>
  page.goto(`${portal}/userDashboard?tab=mycomplaints`).then(() => cardOf(page, 'Street Lights').waitFor());

export const dashboard = async (page: Page, { portal }: Portal, filter = 'all') => {
  await page.goto(`${portal}/adminDashboard?filter=${filter}`);
  await page.getByText('0300 0000001').first().waitFor();
};

/** Nothing is printed, but the page is as on paper, about as wide as A4. */
export async function onPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 1000, height: 620 });
}

export const withoutPrinter = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {};
  });
