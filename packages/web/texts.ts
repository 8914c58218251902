/** Texts by i18next: one instance for the page, a namespace per frontend, keys checked by the compiler. */
import { createInstance } from 'i18next';
import { useTranslation } from 'react-i18next';

/** The dotted paths of a tree's texts: `{a: {b: 'x'}}` has `a.b`. */
type TextKey<Tree, Prefix extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? `${Prefix}${Key}` : TextKey<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];

type Values = Readonly<Record<string, string | number>>;
type Translate<Tree> = (key: TextKey<Tree>, values?: Values) => string;

const i18n = createInstance({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  interpolation: { escapeValue: false },
});
void i18n.init();

/**
 * Registers the texts of a namespace and returns the function that finds them: in the language of the page, else in
 * English. `{{name}}` in a text is filled from the values; React escapes.
 *
 * Frontends of different builds meet in one page through this module. Its functions keep their names and what they take:
 * a build from before passes English alone.
 */
export function textsOf<Tree extends object>(
  namespace: string,
  english: Tree,
  translations: Readonly<Record<string, Tree>> = {},
): Translate<Tree> {
  for (const [language, texts] of Object.entries({ ...translations, en: english }))
    i18n.addResourceBundle(language, namespace, texts);
  return (key, values) => i18n.t(key as string, { ns: namespace, ...values });
}

/** The same function for a component, which renders again when the language changes. */
export function useTexts<Tree>(t: Translate<Tree>): Translate<Tree> {
  useTranslation([], { i18n, useSuspense: false });
  return t;
}
