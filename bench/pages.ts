/** The pages in a browser: what they load compared with one bundle, how fast they paint compared with a page by hand. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { type Recipe, shell } from '../frontends/rspack.ts';
import { bundle } from '../infra/build/bundle.ts';
import { password } from '../infra/seed/fill.ts';
import { adminEmail, residentEmail } from '../infra/seed/people.store.ts';
import { openBrowser } from '../testing/browser.ts';
import { type Row, ratioRow } from './measure.ts';
import { pageSpeeds } from './page-speed.ts';
import { print, withFilledPortal } from './systems.ts';

const existing = 500;

interface Visit {
  name: string;
  path: string;
  state?: Awaited<ReturnType<typeof signedIn>>;
}

/** Starts a portal of its own with a few reports. Takes some minutes. */
export const bench = (): Promise<Row[]> =>
  withFilledPortal({}, existing, async ({ running }) => {
    const { portal } = running.urls;
    const browser = await openBrowser();
    try {
      print('what each page loads');
      const resident = await signedIn(browser, `${portal}/signin`, residentEmail(1, 1), '**/userDashboard*');
      const admin = await signedIn(browser, `${portal}/adminsignin`, adminEmail(1, 1), '**/adminDashboard*');
      const weights = await pageWeights(browser, portal, [
        { name: 'Home', path: '/' },
        { name: 'Sign-in', path: '/signin' },
        { name: "Resident's dashboard", path: '/userDashboard', state: resident },
        { name: "Administrator's dashboard", path: '/adminDashboard', state: admin },
      ]);
      print('how fast Home is on a slow phone');
      return [...weights, ...(await pageSpeeds(browser, portal))];
    } finally {
      await browser.close();
    }
  });

/** Signs somebody of the samples in and returns what the browser stores of it. */
async function signedIn(browser: Browser, url: string, email: string, leadsTo: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: /^Sign In/ }).click();
  await page.waitForURL(leadsTo);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** The JavaScript that each page loads, compared with the same app in one bundle. */
async function pageWeights(browser: Browser, portal: string, visits: readonly Visit[]): Promise<Row[]> {
  const rows: Row[] = [];
  const peer = await mkdtemp(join(tmpdir(), 'tma-bundle-'));
  try {
    await bundle(withoutFederation, 'bench', peer);
    for (const visit of visits) {
      const ours = await scriptsOf(browser, portal, visit);
      rows.push({ name: `${visit.name}: JS, gzip`, value: kilobytes(ours) });
      const theirs = await scriptsOf(browser, portal, visit, peer);
      rows.push(ratioRow(`${visit.name}: to one bundle by page (${kilobytes(theirs)})`, ours / theirs, '<=', 1.1));
    }
    return rows;
  } finally {
    await rm(peer, { recursive: true, force: true });
  }
}

/** The same app without federation, split by page. */
const withoutFederation: Recipe = (build) => {
  const config = shell(new URL('../frontends/shell/', import.meta.url).href)(build);
  const runtime = fileURLToPath(new URL('./one-bundle-runtime.ts', import.meta.url));
  const { parser, ...module } = config.module ?? {};
  return {
    ...config,
    resolve: { ...config.resolve, alias: { './federation.ts': runtime } },
    module: { ...module, parser: { ...parser, javascript: { dynamicImportMode: 'lazy' } } },
  };
};

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

/** Bytes of all scripts of a page, each with gzip. @param folder of a build to use in the place of the portal's own */
async function scriptsOf(browser: Browser, portal: string, visit: Visit, folder?: string): Promise<number> {
  const context = await browser.newContext({ storageState: visit.state });
  const page = await context.newPage();
  if (folder) await putInPlace(page, portal, folder);
  const sizes: Promise<number>[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() !== 'script') return;
    sizes.push(answer.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(portal + visit.path, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (new URL(page.url()).pathname !== visit.path) throw new Error(`${visit.path} led to ${page.url()}`);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return bytes;
}

/** Serves documents and the files of a folder from there, and everything else from the portal. */
async function putInPlace(page: Page, portal: string, folder: string) {
  await page.route(`${portal}/**`, async (route) => {
    const isDocument = route.request().resourceType() === 'document';
    const name = isDocument ? 'index.html' : new URL(route.request().url()).pathname.slice(1);
    const body = /^[\w.-]+$/.test(name) ? await readFile(join(folder, name)).catch(() => null) : null;
    const type = name.endsWith('.html') ? 'text/html' : name.endsWith('.css') ? 'text/css' : 'text/javascript';
    await (body ? route.fulfill({ body, contentType: type }) : route.continue());
  });
}
