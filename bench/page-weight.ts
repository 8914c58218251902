import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { bundle } from '../infra/build/bundle.ts';
import { type Row, ratioRow } from './measure.ts';
import { withoutFederation } from './one-bundle.ts';

/** The session that the browser stores. */
type State = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Visit {
  name: string;
  path: string;
  state?: State;
}

/** The JavaScript that each page loads, compared with the same app in one bundle. */
export async function pageWeights(browser: Browser, portal: string, visits: readonly Visit[]): Promise<Row[]> {
  const rows: Row[] = [];
  const peer = await mkdtemp(join(tmpdir(), 'tma-bundle-'));
  try {
    await bundle(withoutFederation, 'bench', peer);
    for (const visit of visits) {
      const ours = await scriptsOf(browser, portal, visit);
      rows.push({ name: `${visit.name}: JS, gzip`, value: kilobytes(ours), goal: '' });
      const theirs = await scriptsOf(browser, portal, visit, peer);
      rows.push(ratioRow(`${visit.name}: to one bundle by page (${kilobytes(theirs)})`, ours / theirs, '<=', 1.1));
    }
    return rows;
  } finally {
    await rm(peer, { recursive: true, force: true });
  }
}

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
