import { randomInt } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { call, joinAdmin } from './calls.ts';
import { newResident, openPage, type Portal } from './people.ts';

/** A tehsil of its own with an administrator, so that its counts are known. */
export async function newTehsil(portal: Portal): Promise<{ tehsil: string; office: string }> {
  const newtehsil = `Tehsil ${randomInt(10 ** 9)}`;
  await call(portal, '/api/addTehsil', { json: { newtehsil, Secret_Key: portal.secretKey } });
  return { tehsil: newtehsil, office: await joinAdmin(portal, newResident(newtehsil)) };
}

/** Lets the browser of that page keep an admin token, under one of the two names it may have. */
export async function keepToken(page: Page, { portal }: Portal, token: string, name = 'Token') {
  page.setDefaultTimeout(15_000);
  await page.goto(`${portal}/favicon.svg`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [name, token] as const);
}

/** A page of its own, at a phone's or a desk's width, whose browser keeps that admin token. */
export async function openOffice(browser: Browser, portal: Portal, token: string, width = 1280, name = 'Token') {
  const opened = await openPage(browser, width);
  await keepToken(opened.page, portal, token, name);
  return opened;
}

export const cardOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

/** Opens the edit dialog of the card with that text. */
export async function openEdit(page: Page, text: string) {
  await cardOf(page, text).getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Schedule On').waitFor();
  return dialog;
}
