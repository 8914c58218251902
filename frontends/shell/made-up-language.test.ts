import { pageNames, siteMap } from '@tma/contracts/pages';
import { social } from '@tma/contracts/portal/social';
import { StaticRouter } from '@tma/web/static-router';
import { languageNow, setLanguage } from '@tma/web/texts';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeAll, expect, it, vi } from 'vitest';

/**
 * A third language, made up: longer and accented, made from the English texts. What follows is all that it takes to add one: its
 * line in the contracts' languages, and its file and line in each of the pages' catalogues.
 */
const { letters, madeUp } = vi.hoisted(() => {
  type Tree = { [key: string]: string | Tree };
  const accented = 'áƀçđéƒǧħíĵķłɱñóþɋřšťúṽŵẋýž';
  const accent = (letter: string) => accented.at(letter.toLowerCase().charCodeAt(0) - 97) ?? letter;
  const longer = (text: string) =>
    `⟦${text.replace(/\{\{\w+\}\}|[a-z]/gi, (part) => (part.length > 1 ? part : accent(part)))} ${'ø'.repeat(text.length / 3)}⟧`;
  const each = (tree: Tree): Tree =>
    Object.fromEntries(
      Object.entries(tree).map(([key, text]) => [key, typeof text === 'string' ? longer(text) : each(text)]),
    );
  return {
    letters: longer,
    /** Its dates are written as those of another language. */
    madeUp: (tree: object) => ({ ...each(tree as Tree), ...('dates' in tree && { dates: tree.dates }) }),
  };
});
type Catalogue = { english: object; loads: object };
const added = vi.hoisted(() => async (original: () => Promise<unknown>) => {
  const { english, loads } = (await original()) as Catalogue;
  return { english, loads: { ...loads, xx: async () => ({ default: madeUp(english) }) } };
});
vi.mock('@tma/contracts/languages', async (original) => {
  const known = await original<typeof import('@tma/contracts/languages')>();
  return {
    ...known,
    languages: [...known.languages, 'xx'],
    directions: { ...known.directions, xx: 'ltr' },
    languageNames: { ...known.languageNames, xx: 'Ŵéłł ɱáđé úþ' },
  };
});
vi.mock('../../packages/web/locales/index.ts', added);
vi.mock('./locales/index.ts', added);

/** The page at a path as it is drawn at build. */
async function draw(path: string): Promise<string> {
  const { App } = await import('./app.tsx');
  return renderToString(createElement(StaticRouter, { location: path }, createElement(App)));
}

/** All that a page says: what is between its tags, and what its attributes tell a reader. */
function textsIn(html: string): string[] {
  const between = html
    .replace(/<svg.*?<\/svg>/g, '')
    .split(/<[^>]*>/)
    .map((text) => text.trim());
  const told = [...html.matchAll(/ (?:aria-label|alt|title|placeholder)="([^"]*)"/g)].map(([, text = '']) => text);
  return [...between, ...told].filter((text) => text !== '');
}

/** What nobody translates: how the administration is reached, names of others, and languages by their own names. */
const untranslated: readonly string[] = [
  '{phone}',
  '{email}',
  '{address}',
  ...social.map(({ name }) => name),
  'English',
  'اردو',
];

beforeAll(async () => {
  await import('./app.tsx');
  await setLanguage('xx');
});

it('is longer, and keeps what is filled in', () => {
  expect(letters('At most {{max}} MB')).toBe('⟦áť ɱóšť {{max}} ɱƀ øøøøøø⟧');
});

it.each([...pageNames.map((name) => siteMap[name].path), '/nowhere'])('%s is in it, whole', async (path) => {
  expect(languageNow()).toBe('xx');
  const texts = textsIn(await draw(path));
  expect(texts.length).toBeGreaterThan(5);
  const wrong = texts.filter((text) => !untranslated.includes(text) && !/^⟦[^a-zA-Z]*⟧$/.test(text));
  expect(wrong).toEqual([]);
});

it('so are title and description', async () => {
  const { headOf } = await import('./head.ts');
  for (const name of pageNames)
    for (const text of Object.values(headOf(siteMap[name].path)))
      expect(text).toMatch(/^⟦[^a-zA-Z]*⟧( \| ⟦[^a-zA-Z]*⟧)?$/);
});

it('offers the two others, each by its own name', async () => {
  const html = await draw('/');
  expect(html).toMatch(/<button[^>]* lang="en"[^>]*>English<\/button>/);
  expect(html).toMatch(/<button[^>]* lang="ur"[^>]*>اردو<\/button>/);
  await setLanguage('en');
  expect(await draw('/')).toMatch(/lang="xx"[^>]*>Ŵéłł ɱáđé úþ<\/button>/);
});
