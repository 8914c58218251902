import type { Language } from '@tma/contracts/languages';

/**
 * How the texts of a namespace are loaded in each language but English, with which it comes: the compiler demands a line for
 * every language, and in its file every text of the English one. It may have more: `terms`, which English does not need.
 */
export type Loads<English> = Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ default: English }>>>;
