/** Texts by i18next: one instance for the page, a namespace per frontend, keys checked by the compiler. */
import { createInstance } from 'i18next';
import { useTranslation } from 'react-i18next';

/** The dotted paths of a tree's texts: `{a: {b: 'x'}}` has `a.b`. */
export type TextKey<Tree, Prefix extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? `${Prefix}${Key}` : TextKey<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];

export type Values = Readonly<Record<string, string | number>>;
export type Translate<Tree> = (key: TextKey<Tree>, values?: Values) => string;

const i18n = createInstance({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  interpolation: { escapeValue: false },
});
void i18n.init();

/**
 * Takes a frontend's English texts in and answers the function that finds them. `{{name}}` in a text is filled from the
 * values; React escapes.
 */
export function textsOf<Tree extends object>(namespace: string, english: Tree): Translate<Tree> {
  i18n.addResourceBundle('en', namespace, english);
  return (key, values) => i18n.t(key as string, { ns: namespace, ...values });
}

/** The same function for a component, which is then drawn anew when the language changes. */
export function useTexts<Tree>(t: Translate<Tree>): Translate<Tree> {
  useTranslation([], { i18n, useSuspense: false });
  return t;
}
