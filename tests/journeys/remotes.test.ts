import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rspack } from '@rspack/core';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import resident from '../../frontends/resident/rspack.config.ts';
import { bundle } from '../../infra/build/bundle.ts';
import { startJourney } from '../../testing/journey.ts';
import { openPage } from '../../testing/people.ts';

const {
  portal: { portal },
  browser,
} = await startJourney();

const down = 'The pages for residents are not reachable right now.';
const residentFiles = '**/remotes/resident/**';
const isManifest = (url: string) => url.endsWith('mf-manifest.json');
const isEntry = (url: string) => /remoteEntry[^/]*\.js$/.test(url);
const html = { status: 200, contentType: 'text/html', body: '<!doctype html><title>Elsewhere</title>' };

/** The ways in which a remote can be away; each answers one request for a file of it. */
const ways: [string, (route: Route) => Promise<void>][] = [
  ['its server refuses', (route) => route.abort('connectionrefused')],
  ['its server answers 503', (route) => route.fulfill({ status: 503, body: 'busy' })],
  [
    'a page comes in place of its manifest',
    (route) => (isManifest(route.request().url()) ? route.fulfill(html) : route.continue()),
  ],
  [
    'its first script is not there',
    (route) => (isEntry(route.request().url()) ? route.fulfill({ status: 404 }) : route.continue()),
  ],
  [
    'a piece of it is blocked',
    (route) => (/\d+\.[0-9a-f]+\.js$/.test(route.request().url()) ? route.abort() : route.continue()),
  ],
];

/** A mark that a reload would take away. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { kept: true }));
const isKept = (page: Page) => page.evaluate(() => 'kept' in window);

describe('a remote that is down', () => {
  it.each(ways)('is said to be, and comes back without a reload: %s', async (_how, answer) => {
    const { page, context } = await openPage(browser);
    await page.route(residentFiles, answer);
    await page.goto(portal);
    await mark(page);
    await page.getByRole('link', { name: 'Login' }).click();
    await page.getByRole('alert').getByText(down).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').getByText(down).waitFor();
    await page.unroute(residentFiles);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    expect(await isKept(page)).toBe(true);
    await context.close();
  });

  it('is said to be, and comes back: what loads remotes is not there; nothing is wrong with what they share', async () => {
    const { page, context } = await openPage(browser);
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.route('**/federation.*.js', (route) => route.abort());
    await page.goto(portal);
    await page.getByRole('link', { name: 'Login' }).click();
    await page.getByRole('alert').getByText(down).waitFor();
    await page.unroute('**/federation.*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    expect(said.filter((text) => /Federation Runtime/.test(text))).toEqual([]);
    await context.close();
  });

  it('leaves the rest of the portal as it is', async () => {
    const { page, context } = await openPage(browser);
    await page.route(residentFiles, (route) => route.abort());
    await page.goto(`${portal}/signin`);
    await page.getByRole('alert').getByText(down).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'How it works' }).waitFor();
    await page.getByRole('link', { name: 'Admin Sign In' }).click();
    await page.getByRole('button', { name: 'Sign In as Admin' }).waitFor();
    await context.close();
  });

  it('does not matter to whoever has it already', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(`${portal}/signin`);
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.route(residentFiles, (route) => route.abort());
    await page.getByRole('link', { name: 'Login' }).click();
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    await context.close();
  });
});

/** The colour of the button, by which one sees that its styles are there. */
const ground = (page: Page) =>
  page.getByRole('button', { name: 'Sign In' }).evaluate((button) => getComputedStyle(button).backgroundColor);

describe('a remote deployed anew while the portal is open', () => {
  let folder: string;
  const newWords = 'Welcome back';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tma-remote-'));
    const changed = fileURLToPath(new URL('../../frontends/resident/locales/en.json', import.meta.url));
    const texts = (await readFile(changed, 'utf8')).replaceAll('Resident Sign In', newWords);
    expect(texts).toContain(newWords);
    const rewrite = new rspack.experiments.VirtualModulesPlugin({ [changed]: texts });
    await bundle(
      (build) => {
        const config = resident(build);
        return { ...config, plugins: [...(config.plugins ?? []), rewrite] };
      },
      'new-build',
      folder,
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is used from the next navigation on, and nothing breaks', async () => {
    const { page, context, faults } = await openPage(browser);
    await page.goto(`${portal}/signin`);
    await page.getByRole('heading', { name: 'Resident Sign In' }).waitFor();
    const before = await ground(page);
    await mark(page);
    // The new build is in the old one's place; what is only in the old one is still there.
    await page.route(residentFiles, async (route) => {
      const name = new URL(route.request().url()).pathname.replace('/remotes/resident/', '');
      const body = await readFile(join(folder, name)).catch(() => null);
      const contentType = name.endsWith('.css')
        ? 'text/css'
        : name.endsWith('.js')
          ? 'text/javascript'
          : 'application/json';
      await (body ? route.fulfill({ body, contentType }) : route.continue());
    });
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Login' }).click();
    await page.getByRole('heading', { name: newWords }).waitFor();
    expect(await ground(page)).toBe(before);
    await page.getByRole('link', { name: 'Create Account' }).click();
    await page.getByLabel('First Name').waitFor();
    expect([await isKept(page), faults]).toEqual([true, []]);
    await context.close();
  });
});
