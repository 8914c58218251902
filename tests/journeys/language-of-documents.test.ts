import { readFileSync } from 'node:fs';
import { pages } from '@tma/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { bytesOf, type FirstView, firstView } from '../../testing/first-view.ts';
import { startJourney } from '../../testing/journey.ts';

const {
  portal: { portal },
  browser,
} = await startJourney();

const textsOf = (language: string) =>
  JSON.parse(readFileSync(`frontends/shell/locales/${language}.json`, 'utf8')) as {
    titles: Record<string, string>;
    notFound: { title: string };
    noScript: { title: string };
    tagline: string;
  };
const urdu = textsOf('ur');
const english = textsOf('en');

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(portal + path, { method, headers: { accept: 'text/html', ...headers }, redirect: 'manual' });

describe('through the gateway', () => {
  it.each([...pages.map(({ path }) => path), '/no/such/page'])('%s is in the language of who asks', async (path) => {
    const status = path.startsWith('/no/') ? 404 : 200;
    for (const [headers, tag, other] of [
      [{}, 'lang="en" dir="ltr"', urdu.tagline],
      [{ 'accept-language': 'ur-PK,ur;q=0.9,en;q=0.8' }, 'lang="ur" dir="rtl"', english.tagline],
      [{ 'accept-language': 'ur', cookie: 'lang=en' }, 'lang="en" dir="ltr"', urdu.tagline],
      [{ 'accept-language': 'en', cookie: 'lang=ur' }, 'lang="ur" dir="rtl"', english.tagline],
    ] as const) {
      const answer = await ask(path, headers);
      const html = await answer.text();
      expect([answer.status, html.match(/<html ([^>]*)>/)?.[1]]).toEqual([status, tag]);
      expect(html).not.toContain(other);
      expect(answer.headers.get('vary')).toMatch(/Cookie, Accept-Language/);
      const head = await ask(path, headers, 'HEAD');
      expect([head.status, head.headers.get('etag'), head.headers.get('vary')]).toEqual([
        status,
        answer.headers.get('etag'),
        answer.headers.get('vary'),
      ]);
    }
  });

  it('who has a document in one language is sent the other, and not the same again', async () => {
    const [en = '', ur = ''] = await Promise.all(
      ['en', 'ur'].map(async (language) => (await ask('/', { cookie: `lang=${language}` })).headers.get('etag') ?? ''),
    );
    const status = async (language: string, tag: string) =>
      (await ask('/', { cookie: `lang=${language}`, 'if-none-match': tag })).status;
    expect([await status('en', en), await status('en', ur)]).toEqual([304, 200]);
    expect([await status('ur', ur), await status('ur', en)]).toEqual([304, 200]);
  });

  it('a page of mails alike: the one that stops invitations', async () => {
    const answer = await ask('/unsubscribe?token=none', { cookie: 'lang=ur' });
    expect([answer.status, answer.headers.get('vary')]).toEqual([
      400,
      expect.stringMatching(/Cookie, Accept-Language/),
    ]);
    expect(await answer.text()).toContain('<html lang="ur" dir="rtl">');
  });
});

/** A browser whose owner reads Urdu. */
const inUrdu = (options: object = {}): Promise<BrowserContext> =>
  browser.newContext({ locale: 'ur-PK', serviceWorkers: 'block', ...options });
const writingOf = (page: Page) => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
const whole = ['home', 'about', 'services', 'contact'] as const;

describe('in Urdu without scripts', () => {
  it('the public pages are whole, their links work, and what needs scripts says so', async () => {
    const context = await inUrdu({ javaScriptEnabled: false });
    const page = await context.newPage();
    for (const name of whole) {
      await page.goto(`${portal}/${name === 'home' ? '' : name}`);
      expect(await writingOf(page)).toEqual(['ur', 'rtl']);
      expect(await page.title()).toContain(urdu.titles[name]);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/[\u0600-\u06ff]/);
      expect(await page.getByRole('banner').getByText(urdu.tagline).isVisible()).toBe(true);
      expect(await page.locator('body').innerText()).not.toMatch(/Report|Tehsil|Contact|Home/);
    }
    await page.goto(`${portal}/signin`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(urdu.noScript.title);
    await page.goto(`${portal}/no/such/page`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(urdu.notFound.title);
    await context.close();
  });
});

describe('what a first visit of Home loads', () => {
  const ofUrdu = /texts-ur|style-ur|\.woff2$/;
  const named = (view: FirstView) => view.map(({ path }) => path);
  const budget = 180_000;
  /** Of all scripts, as they are sent. */
  const scripts = 91_000;
  /** The font of four letters that stands in the style of every page: for the button, where a device has none for them. */
  const fontOfTheButton = async () =>
    /"?Name of Urdu"?;src:url\("?([^")]+\.woff2)/.exec(await (await ask('/')).text())?.[1] ?? 'none';

  it(`in English at most ${scripts} bytes of scripts, none of Urdu; in Urdu its texts and one font, at most ${budget} bytes`, async () => {
    const en = await firstView(browser, portal, 'en');
    const loaded = en.filter(({ path }) => path.endsWith('.js'));
    expect(bytesOf(loaded)).toBeLessThanOrEqual(scripts);
    expect(named(loaded).filter((path) => /federation|remote/.test(path))).toEqual([]);
    const ur = await firstView(browser, portal, 'ur');
    const button = await fontOfTheButton();
    expect((await (await ask(button)).arrayBuffer()).byteLength).toBeLessThanOrEqual(1300);
    expect(named(en).filter((path) => ofUrdu.test(path) && path !== button)).toEqual([]);
    expect(await (await ask('/')).text()).not.toMatch(/texts-ur|style-ur/);
    expect(
      named(ur)
        .filter((path) => ofUrdu.test(path))
        .sort(),
    ).toEqual([expect.stringContaining('nastaliq'), expect.stringContaining('texts-ur')]);
    expect(bytesOf(ur) - bytesOf(en)).toBeLessThanOrEqual(budget);
    // Each file once, also what the document asked for ahead of the script.
    expect(new Set(named(ur)).size).toBe(ur.length);
  });

  it('the sign-in loads at most 155,000 bytes of scripts: what signs in comes while somebody types', async () => {
    const loaded = (await firstView(browser, `${portal}/signin`, 'en')).filter(({ path }) => path.endsWith('.js'));
    expect(named(loaded).some((path) => path.startsWith('/remotes/resident/'))).toBe(true);
    expect(bytesOf(loaded)).toBeLessThanOrEqual(155_000);
  });

  it('the text is read before the font is here', async () => {
    const context = await inUrdu();
    const page = await context.newPage();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/*.woff2', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(portal, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(() => document.fonts.status === 'loading');
    const fonts = await page.evaluate(() =>
      [...document.fonts]
        .map(({ family, display, weight }) => [family.replaceAll('"', ''), display, weight])
        .filter(([family]) => family === 'Noto Nastaliq Urdu'),
    );
    expect(fonts).toEqual(Array(2).fill(['Noto Nastaliq Urdu', 'swap', '400']));
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    release();
    await page.evaluate(() => document.fonts.ready);
    const statuses = () =>
      page.evaluate(() =>
        [...document.fonts].filter(({ family }) => /Nastaliq/.test(family)).map(({ status }) => status),
      );
    expect(await statuses()).toEqual(['unloaded', 'loaded']);
    // A letter that Urdu does not have.
    await page.evaluate(() => document.body.append('ڄ'));
    await expect.poll(statuses).toEqual(['loaded', 'loaded']);
    await context.close();
  });
});
