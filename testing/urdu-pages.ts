import type { Browser, Page } from 'playwright-core';
import { call } from './calls.ts';
import { latinWords } from './latin.ts';
import { openPage, type Portal } from './people.ts';

/** The words in Latin letters that a page shows, and that it tells a screen reader. */
export async function latinWordsOn(page: Page, written: readonly string[] = []): Promise<string[]> {
  const shown = await page.evaluate(() => [
    document.title,
    document.querySelector('meta[name="description"]')?.getAttribute('content') ?? '',
    document.body.innerText,
  ]);
  return latinWords([...shown, ...(await toldOn(page))].join('\n'), [...written, byBrowser, ...browsers]);
}

/** How sessions name browsers, in English in every language: that of the tests, and none. */
const browsers = ['Chrome on Linux', 'Unknown browser'];

/** What the browser says by itself of a field for files, in its own language. */
const byBrowser = 'No file chosen';

/** Names, descriptions and values of the accessibility tree. The parts of a date field are the browser's, too. */
async function toldOn(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const foreign = new Set(nodes.flatMap(({ role, childIds }) => (role?.value === 'Date' ? (childIds ?? []) : [])));
  const own = nodes.filter(({ nodeId, parentId, childIds, role }) => {
    // A line of a text, which may break in the middle of what somebody wrote.
    if (role?.value === 'InlineTextBox') return false;
    if (!foreign.has(nodeId) && !foreign.has(parentId ?? '')) return true;
    for (const id of childIds ?? []) foreign.add(id);
    return false;
  });
  return own.flatMap(({ name, description, value }) =>
    [name, description, value].map((one) => String(one?.value ?? '')),
  );
}

/** A whole text as a page shows it: what is filled in stands between characters that cannot be seen, and keep it together. */
export const wholeText = (text: string): RegExp => {
  const characters = Array.from(text, (character) => character.replace(/[.*+?^${}()|[\]\\]/, '\\$&'));
  return new RegExp(`^[\u2066-\u2069]*${characters.join('[\u2066-\u2069]*')}[\u2066-\u2069]*$`);
};

/** What the portal's pages are given by its configuration and its tehsils. */
export async function namedIn(portal: Portal): Promise<string[]> {
  const { contact } = await call<{ contact: Record<string, string> }>(portal, '/api/config');
  const tehsils = await call<{ tehsil: string }[]>(portal, '/api/gettehsils');
  return [...Object.values(contact), ...tehsils.map(({ tehsil }) => tehsil)];
}

/** Opens a page in a browser context of its own that has chosen Urdu. */
export async function openInUrdu(browser: Browser, { portal }: Portal, width = 1280) {
  const opened = await openPage(browser, width);
  await opened.context.addCookies([{ name: 'lang', value: 'ur', url: portal }]);
  return opened;
}

/**
 * Changes a page to Urdu by the button of its header, also where a dialog lies over it: what is open stays open. Resolves once
 * its font is there.
 */
export async function readInUrdu(page: Page): Promise<void> {
  const button = page.locator('button', { hasText: 'اردو' }).first();
  await button.evaluate((element: HTMLElement) => element.click());
  await page.locator('html[lang="ur"][dir="rtl"]').waitFor();
  await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded'));
}
