/** The texts of a page: a namespace per frontend, keys checked by the compiler. */
import { isolate } from '@tma/web/language/isolate';
import { createListeners } from '@tma/web/listeners';
import { useSyncExternalStore } from 'react';

/** The dotted paths of a tree's texts: `{a: {b: 'x'}}` has `a.b`. */
type TextKey<Tree, Prefix extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? `${Prefix}${Key}` : TextKey<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];

type Values = Readonly<Record<string, string | number>>;
type Translate<Tree> = (key: TextKey<Tree>, values?: Values) => string;

/** Loads the texts of a namespace in one language: an `import()` of its file. */
type Load<Tree> = () => Promise<{ default: Tree }>;

/** Texts of another language that were registered: `loading` from the first time that they are wanted. */
interface Source {
  namespace: string;
  load: Load<object>;
  loading?: Promise<boolean>;
}

/** By language. */
const sources = new Map<string, Source[]>();

const english = 'en';

/** The language that was asked for last; shown as soon as its texts are here. It begins as that of the document. */
let wanted = (typeof document === 'undefined' ? '' : document.documentElement.lang) || english;

/** The language that the page is in. */
let language = wanted;
export const languageNow = (): string => language;

const languageChanges = createListeners<string>();

/** Calls `listener` after each change of the language. @returns a function that unsubscribes */
export const onLanguageChange = languageChanges.subscribe;

/** Of what texts say: another language, or texts that come later than their page. */
const textChanges = createListeners();

/** How often that has happened. */
let changes = 0;
const changesNow = () => changes;

function noteChange() {
  changes += 1;
  textChanges.notify();
}

/** All texts that are here, each by `addressOf`. */
const known = new Map<string, string>();
const addressOf = (of: string, namespace: string, key: string) => `${of}/${namespace}/${key}`;

/** Of two builds of a namespace in one page, neither takes away what only the other has. */
function addTexts(of: string, namespace: string, tree: object, path = '') {
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') known.set(addressOf(of, namespace, path + name), value);
    else addTexts(of, namespace, value, `${path}${name}.`);
  }
}

/** Loads texts once. @returns whether they are here; where they could not be loaded, the next call tries again */
function loadTexts(of: string, source: Source): Promise<boolean> {
  source.loading ??= source.load().then(
    (texts) => {
      addTexts(of, source.namespace, texts.default);
      noteChange();
      return true;
    },
    (error: Error) => {
      source.loading = undefined;
      console.warn(`The texts of ${source.namespace} (${of}) could not be loaded:`, error.message);
      return false;
    },
  );
  return source.loading;
}

/** Loads what is registered in a language, also what is registered meanwhile. @returns whether all of it is here */
async function loadAll(of: string): Promise<boolean> {
  const registered = sources.get(of) ?? [];
  const count = registered.length;
  const brought = await Promise.all(registered.map((source) => loadTexts(of, source)));
  if (!brought.every(Boolean)) return false;
  return registered.length === count || loadAll(of);
}

/**
 * Shows the page in a language once all its texts are loaded, so that a page is never shown in two languages at once. Rejects when
 * they cannot be loaded; the page then stays as it is.
 */
export async function setLanguage(chosen: string): Promise<void> {
  wanted = chosen;
  const complete = await loadAll(chosen);
  // Another one was chosen meanwhile.
  if (wanted !== chosen) return;
  if (!complete) {
    wanted = language;
    throw new Error(`Not every text is here in ${chosen}`);
  }
  language = chosen;
  noteChange();
  languageChanges.notify(chosen);
}

/**
 * Resolves once all that is registered so far has its texts in the language of the page, so that a page is first drawn in
 * it. What cannot be loaded is shown in English, and tried again by the next call.
 */
export const textsReady = async (): Promise<void> => {
  await loadAll(language);
};

/**
 * Registers the texts of a namespace and returns the function that finds them: in the language of the page, else in
 * English, else it returns the value `defaultValue`, else the key. `{{name}}` in a text is filled from the values, each
 * isolated where directions may differ; React escapes.
 *
 * Frontends of different builds meet in one page through this module: what its functions are called and take is a contract.
 * @param loads how to load the other languages: only once somebody reads in them
 */
export function textsOf<Tree extends object>(
  namespace: string,
  texts: Tree,
  loads: Readonly<Record<string, Load<Tree>>> = {},
): Translate<Tree> {
  addTexts(english, namespace, texts);
  for (const [other, load] of Object.entries(loads)) {
    const source: Source = { namespace, load };
    sources.set(other, [...(sources.get(other) ?? []), source]);
    if (other === wanted) void loadTexts(other, source);
  }
  return (key, values = {}) => {
    const inLanguage = known.get(addressOf(language, namespace, key));
    const text = inLanguage ?? known.get(addressOf(english, namespace, key)) ?? String(values.defaultValue ?? key);
    return text.replaceAll(/{{(\w+)}}/g, (_, name: string) => isolate(String(values[name] ?? ''), language));
  };
}

/** The same function for a component, which renders again when the language changes. */
export function useTexts<Tree>(t: Translate<Tree>): Translate<Tree> {
  useSyncExternalStore(textChanges.subscribe, changesNow, changesNow);
  return t;
}
