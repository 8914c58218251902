/** What was chosen on this device: the cookie `lang`, by which the server writes pages too. */
import { type Language, languages } from '@tma/contracts/languages';
import { deviceStorage } from '@tma/web/session/guarded-storage';

const seconds = 365 * 24 * 60 * 60;

const known = (value: string | null | undefined): Language | null =>
  languages.find((language) => language === value) ?? null;

/** The language that a cookie header says was chosen; null where none was, or one that there is no more. */
export const languageIn = (cookies: string): Language | null => known(/(?:^|;\s*)lang=([\w-]+)/.exec(cookies)?.[1]);

export const chosenOnDevice = (): Language | null => languageIn(document.cookie);

export function keepOnDevice(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser that we support has the Cookie Store API
  document.cookie = `lang=${language}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
}

/** A choice that no account knows yet. In the storage, since the next sign-in may be on another day. */
const pendingKey = 'languageToTell';

/** Keeps a choice until an account knows it. Other tabs see the storage change, and follow. */
export const keepForAccounts = (language: Language): void => void deviceStorage.set(pendingKey, language);

export const pendingForAccounts = (): Language | null => known(deviceStorage.get(pendingKey));

/**
 * What another tab has just chosen, by its change of the storage. The browser may write the cookie a little later.
 */
export const chosenIn = ({ key, newValue }: StorageEvent): Language | null =>
  key === pendingKey ? known(newValue) : null;

/** Called once the account has it, and at a sign-out: otherwise it would be saved to the next person's account. */
export const clearPendingLanguage = (): void => void deviceStorage.remove(pendingKey);
