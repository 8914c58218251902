/** Texts by i18next: one instance for the page, a namespace per frontend, keys checked by the compiler. */
import { isolate } from '@tma/web/language/isolate';
import { createInstance } from 'i18next';
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

const i18n = createInstance({
  lng: wanted,
  fallbackLng: english,
  resources: {},
  initAsync: false,
  interpolation: { escape: (value: string) => isolate(value, i18n.language) },
});
void i18n.init();

/** The language that the page is in. */
export const languageNow = (): string => i18n.language;

/** Calls `listener` after each change of the language. @returns a function that unsubscribes */
export function onLanguageChange(listener: (language: string) => void): () => void {
  i18n.on('languageChanged', listener);
  return () => i18n.off('languageChanged', listener);
}

/** Calls `listener` after each change of what texts say: another language, or texts that come later than their page. */
function onTextsChange(listener: () => void): () => void {
  const unsubscribe = onLanguageChange(listener);
  i18n.store.on('added', listener);
  return () => {
    i18n.store.off('added', listener);
    unsubscribe();
  };
}

/** How often that has happened; counted before any component hears of it. */
let changes = 0;
onTextsChange(() => {
  changes += 1;
});
const changesNow = () => changes;

/** Loads texts once. @returns whether they are here; where they could not be loaded, the next call tries again */
function loadTexts(language: string, source: Source): Promise<boolean> {
  source.loading ??= source.load().then(
    (texts) => {
      i18n.addResourceBundle(language, source.namespace, texts.default, true, true);
      return true;
    },
    (error: Error) => {
      source.loading = undefined;
      console.warn(`The texts of ${source.namespace} (${language}) could not be loaded:`, error.message);
      return false;
    },
  );
  return source.loading;
}

/** Loads what is registered in a language, also what is registered meanwhile. @returns whether all of it is here */
async function loadAll(language: string): Promise<boolean> {
  const registered = sources.get(language) ?? [];
  const count = registered.length;
  const brought = await Promise.all(registered.map((source) => loadTexts(language, source)));
  if (!brought.every(Boolean)) return false;
  return registered.length === count || loadAll(language);
}

/**
 * Shows the page in a language, once all its texts are here: nothing is ever half in one and half in another. Rejects when
 * they cannot be loaded; the page then stays as it is.
 */
export async function setLanguage(language: string): Promise<void> {
  wanted = language;
  const complete = await loadAll(language);
  // Another one was chosen meanwhile.
  if (wanted !== language) return;
  if (!complete) {
    wanted = languageNow();
    throw new Error(`Not every text is here in ${language}`);
  }
  await i18n.changeLanguage(language);
}

/**
 * Resolves once all that is registered so far has its texts in the language of the page, so that a page is first drawn in
 * it. What cannot be loaded is shown in English, and tried again by the next call.
 */
export const textsReady = async (): Promise<void> => {
  await loadAll(languageNow());
};

/**
 * Registers the texts of a namespace and returns the function that finds them: in the language of the page, else in
 * English. `{{name}}` in a text is filled from the values, each isolated where directions may differ; React escapes.
 *
 * Frontends of different builds meet in one page through this module: what its functions are called and take is a contract.
 * @param loads how to load the other languages: only once somebody reads in them
 */
export function textsOf<Tree extends object>(
  namespace: string,
  texts: Tree,
  loads: Readonly<Record<string, Load<Tree>>> = {},
): Translate<Tree> {
  // Deep: of two builds of a namespace in one page, neither takes away what only the other has.
  i18n.addResourceBundle(english, namespace, texts, true, true, { silent: true });
  for (const [language, load] of Object.entries(loads)) {
    const source: Source = { namespace, load };
    sources.set(language, [...(sources.get(language) ?? []), source]);
    if (language === wanted) void loadTexts(language, source);
  }
  return (key, values) => i18n.t(key as string, { ns: namespace, ...values });
}

/** The same function for a component, which renders again when the language changes. */
export function useTexts<Tree>(t: Translate<Tree>): Translate<Tree> {
  useSyncExternalStore(onTextsChange, changesNow, changesNow);
  return t;
}
