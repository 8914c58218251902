/**
 * The languages of messages and of the page that stops invitations. To add one: its file beside `en.ts`, and its line here; the
 * compiler asks for both once contracts' `languages` has it.
 */
import { defaultLanguage, type Language, languages } from '@tma/contracts';
import { en, type Texts } from './en.ts';
import { ur } from './ur.ts';

/** By language (BCP 47), each with every text of the English one. */
const translations: Readonly<Record<Language, Texts>> = { en, ur };

/** The texts of a language; of the default one where none is said, or one that is not here. */
export const textsIn = (language: string | undefined): Texts =>
  translations[languages.find((known) => known === language) ?? defaultLanguage];
