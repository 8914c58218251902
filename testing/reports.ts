import type { Browser, BrowserContext, Page } from 'playwright-core';
import { formOf } from '../infra/seed/calls.ts';
import { call, idIn } from './calls.ts';
import { faultsOf, type Portal, type Resident } from './people.ts';

export interface Report {
  id: string;
  reference: string;
  status: string;
  image: string;
}

interface More {
  pdf?: Uint8Array;
  headers?: Record<string, string>;
}

/** Submits a report as the owner of the token. */
export function submitReport(
  portal: Portal,
  token: string,
  picture: Uint8Array,
  texts: Record<string, string> = {},
  { pdf, headers = {} }: More = {},
): Promise<Report> {
  const given = { issue: 'Water Supply Problem', location: 'Bazaar', description: 'No water since the morning.' };
  const image = new File([new Uint8Array(picture)], 'a.jpg');
  const document = pdf && new File([new Uint8Array(pdf)], 'a.pdf', { type: 'application/pdf' });
  const form = () => formOf({ ...given, ...texts, image, document });
  return call(portal, '/newrequest', { token, form, headers });
}

/** Writes a report without a picture down at the counter, for somebody without an account. @param office an administrator's token */
export function reportAtCounter(portal: Portal, office: string, texts: Record<string, string> = {}) {
  const report = { issue: 'Street Lights Repair', location: 'Canal Road', description: 'It is dark.' };
  const form = () => formOf({ ...report, name: 'Rabia Noor', contact: '03001234567', ...texts });
  return call<{ via: string; userId: null }>(portal, '/api/counter', { token: office, form });
}

/** Sets a report's status and schedule as an administrator of its tehsil. */
export const changeReport = (portal: Portal, token: string, id: string, json: { status?: string; schedule?: string }) =>
  call(portal, `/reports/${id}`, { method: 'PUT', token, json });

/** The reports of the token's owner. */
export const ownReports = (portal: Portal, token: string) =>
  call<Report[]>(portal, `/rest/v1/requests?select=*&user_id=eq.${idIn(token)}&order=created_at.desc`, { token });

/** Opens a page for a signed-in resident: the session is stored where the portal's pages read it. */
export async function enter(context: BrowserContext, portal: Portal, { email, password }: Resident): Promise<Page> {
  const json = { email, password };
  const session = await call(portal, '/auth/v1/token?grant_type=password', { json });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(`${portal.portal}/favicon.svg`);
  const name = `sb-${new URL(portal.portal).hostname.split('.')[0]}-auth-token`;
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [name, JSON.stringify(session)] as const);
  return page;
}

/**
 * Opens a page for a signed-in resident in a browser context of its own, without the portal's worker.
 * @param width of the viewport, in pixels
 */
export async function openResident(browser: Browser, portal: Portal, resident: Resident, width = 1280) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, serviceWorkers: 'block' });
  const page = await enter(context, portal, resident);
  return { page, context, faults: faultsOf(page) };
}
