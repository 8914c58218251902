/** The languages of messages to telephones. To add one: its file beside `en.ts`, and its line here. */
import { defaultLanguage, type Language, languages } from '@tma/contracts';
import { en, type SmsTexts } from './en.ts';
import { ur } from './ur.ts';

const translations: Readonly<Record<Language, SmsTexts>> = { en, ur };

/** The texts of a language; of the default one where none is said, or one that is not here. */
export const smsTextsIn = (language: string | undefined): SmsTexts =>
  translations[languages.find((known) => known === language) ?? defaultLanguage];
