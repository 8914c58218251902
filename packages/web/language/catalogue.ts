import type { Language } from '@tma/contracts/languages';
import { textsOf, useTexts } from '@tma/web/texts';

/**
 * How the texts of a namespace are loaded in each language but English, with which it comes: the compiler demands a line for
 * every language, and in its file every text of the English one. It may have more: `terms`, which English does not need.
 */
type Loads<English> = Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ default: English }>>>;

/** The texts of a namespace: who reads English never loads another language. */
export function catalogue<English extends object>(namespace: string, english: English, loads: Loads<NoInfer<English>>) {
  const t = textsOf<English>(namespace, english, loads);
  /** The same for a component, which renders again when the language changes. */
  const useT = () => useTexts(t);
  /** All of them in one language, whatever the page is in. Throws where they cannot be loaded. */
  const textsIn = async (language: Language): Promise<English> =>
    language === 'en' ? english : (await loads[language]()).default;
  return { t, useT, textsIn };
}
