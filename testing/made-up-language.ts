/**
 * A third language, made up: longer and accented, made from the English texts. What follows is all that it takes to add one: its
 * line in the contracts' languages, and its file and line in each of the pages' catalogues. A test that imports this file imports
 * what it draws after it, by `import()`.
 */
import type { Language } from '@tma/contracts/languages';
import type { RemoteBuild } from '@tma/web/remote';
import type { ComponentType, ReactNode } from 'react';
import { afterAll, vi } from 'vitest';

type Tree = { [key: string]: string | Tree };
type Terms = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Loads = Record<Exclude<Language, 'en'>, () => Promise<{ default: object & { terms?: Terms; dates?: object } }>>;

const accented = 'áƀçđéƒǧħíĵķłɱñóþɋřšťúṽŵẋýž';
const accent = (letter: string) => accented.at(letter.toLowerCase().charCodeAt(0) - 97) ?? letter;

/** A text in it. What is filled in stays. */
export const longer = (text: string) =>
  `⟦${text.replace(/\{\{\w+\}\}|[a-z]/gi, (part) => (part.length > 1 ? part : accent(part)))} ${'ø'.repeat(text.length / 3)}⟧`;

const each = (tree: object): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, text]) => [key, typeof text === 'string' ? longer(text) : each(text)]),
  );

/** The texts of a catalogue in it; with the terms that every language but English has. Its dates are written as those of Urdu. */
async function madeUp(english: object, loads: Loads): Promise<object> {
  const { terms = {}, dates } = (await loads.ur()).default;
  const own = Object.entries(terms).map(([kind, words]) => [
    kind,
    Object.fromEntries(Object.keys(words).map((word) => [word, longer(word)])),
  ]);
  return { ...each(english), ...(dates && { dates }), ...(own.length > 0 && { terms: Object.fromEntries(own) }) };
}

/** Modules that are replaced here; by their paths from this file. */
const replaced: string[] = [];
function replace<T extends object>(path: string, by: (original: T) => object): void {
  replaced.push(path);
  vi.doMock(path, async (original) => by((await original()) as T));
}
// Files of tests share their modules: none has what this one drew, and this one draws nothing that another imported.
vi.resetModules();
afterAll(() => {
  for (const path of replaced) vi.doUnmock(path);
  vi.resetModules();
});

replace<typeof import('@tma/web/language/catalogue')>('../packages/web/language/catalogue.ts', ({ catalogue }) => ({
  catalogue: (namespace: string, english: object, loads: Loads) =>
    catalogue(namespace, english, { ...loads, xx: async () => ({ default: await madeUp(english, loads) }) } as Loads),
}));
replace<typeof import('@tma/contracts/languages')>('../packages/contracts/languages.ts', (known) => ({
  ...known,
  languages: [...known.languages, 'xx'],
  directions: { ...known.directions, xx: 'ltr' },
  languageNames: { ...known.languageNames, xx: 'Ŵéłł ɱáđé úþ' },
}));

/** What the server answers, by the beginning of a query's key. */
const answers: [key: readonly unknown[], data: unknown][] = [];
/** To be called before the pages are imported: they have these answers from the start. */
export const answer = (key: readonly unknown[], data: unknown) => void answers.push([key, data]);
replace<typeof import('@tma/web/api/query')>('../packages/web/api/query.ts', (query) => ({
  ...query,
  makeQueryClient: (onUnauthorized: () => void) => {
    const client = query.makeQueryClient(onUnauthorized);
    for (const [key, initialData] of answers) client.setQueryDefaults(key, { initialData });
    return client;
  },
}));

/** A frontend's pages by their path; all that is drawn from now on is in it. */
export async function pagesInIt(load: () => Promise<RemoteBuild>): Promise<Map<string, ComponentType>> {
  const { pages } = await load();
  const loading = Object.entries(pages).map(async ([path, page]) => [path, (await page()).default] as const);
  const loaded = await Promise.all(loading);
  await (await import('@tma/web/texts')).setLanguage('xx');
  return new Map(loaded);
}

type Place = string | { pathname: string; search?: string; hash?: string; state?: unknown };

/** Something as it is first drawn at an address, with the state that the navigation left. */
export async function draw(drawn: ReactNode, location: Place = '/'): Promise<string> {
  const { createElement } = await import('react');
  const { renderToString } = await import('react-dom/server');
  const { StaticRouter } = await import('@tma/web/static-router');
  return renderToString(createElement(StaticRouter, { location }, drawn));
}

const characters: Readonly<Record<string, string>> = {
  '&#x27;': "'",
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/** All that a page says, part by part: what is between its tags, and what its attributes tell a reader. */
export function textsIn(html: string): string[] {
  const between = html.replace(/<svg.*?<\/svg>/g, '').split(/<[^>]*>/);
  const told = [...html.matchAll(/ (?:aria-label|alt|title|placeholder)="([^"]*)"/g)].map(([, text = '']) => text);
  return [...between, ...told]
    .flatMap((text) => text.split(' · '))
    .map((text) => text.replace(/&(?:#x27|quot|lt|gt|amp);/g, (name) => characters[name] ?? name))
    .map((text) => text.replace(/[\u2066-\u2069]/g, '').trim())
    .filter((text) => text !== '');
}

/** A whole text of the made-up language, or one without a word of another: a number, a date, what has no letters. */
const isRight = (text: string) => /^⟦[^a-zA-Z]*⟧$/.test(text) || !/[\p{Script=Latin}⟦⟧]/u.test(text);

/** What a page says that is in no catalogue, or put together from several texts. The languages have their own names. */
export const untranslatedIn = (html: string, names: readonly string[] = []): string[] =>
  textsIn(html).filter((text) => !isRight(text) && !['English', 'اردو', ...names].includes(text));
