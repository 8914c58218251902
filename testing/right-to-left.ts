/** What would be wrong with a page that is read from right to left. */
import type { BrowserContext, Page } from 'playwright-core';
import { overflowOf } from './looks.ts';
import { violations } from './violations.ts';

/** Looks at an Urdu page as it is now. @returns what is wrong with it, each with its place; with what axe finds */
export const wrongInUrdu = async (page: Page): Promise<string[]> => [
  ...(await misplacedIn(page)),
  ...(await violations(page)),
];

/** The same of a page on paper, about which axe knows nothing. */
export async function misplacedIn(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  const wider = await overflowOf(page);
  const found = [
    ...(await page.evaluate(wrongLanguage)),
    ...(await page.evaluate(wrongLines)),
    ...(await page.evaluate(cutOff)),
    ...(await page.evaluate(overlapping)),
    ...(wider > 0 ? [`${wider} px wider than the window`] : []),
  ];
  const where = `${new URL(page.url()).pathname} at ${page.viewportSize()?.width} px: `;
  return found.map((fault) => where + fault);
}

/** Notes every heading and title that is ever in the page, and which of them are in the document as it comes. */
export const watchHeadings = (context: BrowserContext) =>
  context.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      seen.add(document.title);
      for (const { textContent } of document.querySelectorAll('h1')) seen.add(textContent ?? '');
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
/** Those that were in another language, from the first moment on. */
export const headingsNotInUrdu = async (page: Page): Promise<string[]> => {
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen].filter(Boolean));
  const wrong = seen.filter((text) => !/[\u0600-\u06ff]/.test(text));
  return seen.length > 0 ? wrong : ['no heading was seen'];
};

// The functions below run in the page, each by itself.

function wrongLanguage(): string[] {
  const { lang, dir } = document.documentElement;
  return lang === 'ur' && dir === 'rtl' ? [] : [`the document is ${lang}, ${dir}`];
}

/** Lines of Urdu run into each other below a height of 2, and letters with space between do not join. */
function wrongLines(): string[] {
  return [...document.querySelectorAll('body *')].flatMap((element) => {
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const text = own.map((node) => node.textContent).join('');
    if (!/[\u0600-\u06ff]/.test(text) || !element.checkVisibility()) return [];
    const { lineHeight, fontSize, letterSpacing } = getComputedStyle(element);
    const height = Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
    return height > 1.99 && letterSpacing === 'normal'
      ? []
      : [`"${text}" has lines of ${height}, spaced ${letterSpacing}`];
  });
}

/** Text that its box cuts off, or that is wider than a box that is to hold it. */
function cutOff(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
    const style = getComputedStyle(element);
    if (!element.checkVisibility() || style.clipPath !== 'none' || element.closest('svg, noscript, input')) return [];
    const overflows = [style.overflowX, style.overflowY];
    if (overflows.some((overflow) => /auto|scroll/.test(overflow))) return [];
    const hides = overflows.some((overflow) => overflow !== 'visible');
    const holds =
      style.display !== 'inline' && element.matches('header *, button, a, label, h1, h2, h3, dt, dd, th, td, p, span');
    const tooHigh = hides && style.overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1;
    const tooWide = element.scrollWidth > element.clientWidth + 1;
    const isCut = tooHigh || ((hides || holds) && tooWide);
    return isCut ? [`<${element.tagName}> "${element.textContent?.slice(0, 40)}" is cut off`] : [];
  });
}

/** Links and buttons of headers and dialogs that lie on each other. */
function overlapping(): string[] {
  return [...document.querySelectorAll('header, dialog')].flatMap((around) => {
    const parts = [...around.querySelectorAll('a, button')].filter(
      (part) => part.checkVisibility() && getComputedStyle(part).position === 'static',
    );
    return parts.flatMap((part, index) => {
      const one = part.getBoundingClientRect();
      const on = parts.slice(index + 1).find((other) => {
        const two = other.getBoundingClientRect();
        const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
        const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
        // The buttons at the foot of a dialog lie over what scrolls below them.
        return across > 1 && down > 1 && part.parentElement === other.parentElement;
      });
      return on ? [`"${part.textContent}" and "${on.textContent}" lie on each other`] : [];
    });
  });
}
