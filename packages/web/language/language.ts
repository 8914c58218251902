/** The language of the page, and the choice of another. */
import { defaultLanguage, directions, type Language, languages } from '@tma/contracts/languages';
import { chosenIn, chosenOnDevice, keepForAccounts, keepOnDevice, pendingForAccounts } from '@tma/web/language/choice';
import { languageNow, onLanguageChange, setLanguage } from '@tma/web/texts';
import { useSyncExternalStore } from 'react';

export const currentLanguage = (): Language => {
  const now = languageNow();
  return languages.find((language) => language === now) ?? defaultLanguage;
};

/** The language of the page, for a component that says something in it by other means than texts. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage);

/** Shows the page in a language: all its texts at once, and its direction. Rejects when the texts cannot be loaded. */
async function show(language: Language): Promise<void> {
  await setLanguage(language);
  const root = document.documentElement;
  root.lang = currentLanguage();
  root.dir = directions[currentLanguage()];
}

/** Changes the language because somebody wants to: the device keeps it, and the accounts that are signed in. */
export async function chooseLanguage(language: Language): Promise<void> {
  await show(language);
  // While its texts were loading, another one may have been chosen.
  if (currentLanguage() !== language) return;
  keepOnDevice(language);
  await saveLanguageToAccounts(language);
}

/**
 * Saves a choice to the accounts that do not have it yet. A failure is quiet: the next sign-in, or the next change, tries
 * again.
 * @param chosen what was chosen just now
 */
export async function saveLanguageToAccounts(chosen?: Language): Promise<void> {
  try {
    if (chosen) keepForAccounts(chosen);
    // Loaded only now: who never changes the language does not need it.
    if (pendingForAccounts()) await (await import('./accounts.ts')).saveToAccounts();
  } catch (error) {
    console.warn('The account does not know the language yet:', error instanceof Error ? error.message : error);
  }
}

/**
 * Shows what was chosen on this device, also before a page that is kept was written.
 * @param change of the storage by another tab, with its choice
 */
export async function followDevice(change?: StorageEvent): Promise<void> {
  const chosen = change ? chosenIn(change) : chosenOnDevice();
  if (!chosen || chosen === currentLanguage()) return;
  await show(chosen).catch((error: Error) => console.warn('The language could not be changed:', error.message));
}

/**
 * After a sign-in: the account learns what was chosen here; a device on which nothing was chosen learns it from the account.
 * @param known the language that the account answered, if it did
 */
export async function syncLanguage(known: unknown): Promise<void> {
  void saveLanguageToAccounts();
  const language = languages.find((one) => one === known);
  if (!language || chosenOnDevice()) return;
  keepOnDevice(language);
  await followDevice();
}
