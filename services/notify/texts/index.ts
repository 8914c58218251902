/**
 * The languages of messages and of the page that stops invitations. To add one: its files beside the `en.ts`, here and in `sms`, and
 * its name in the two lines below; the compiler asks for both once contracts' `languages` has it.
 */
import { defaultLanguage, type Language, languages } from '@tma/contracts';
import { en, type Texts } from './en.ts';
import { type SmsTexts, en as smsEn } from './sms/en.ts';
import { ur as smsUr } from './sms/ur.ts';
import { ur } from './ur.ts';

/** By language (BCP 47), each with every text of the English one. */
const translations: Readonly<Record<Language, Texts>> = { en, ur };
/** The same of messages to telephones. */
const smsTranslations: Readonly<Record<Language, SmsTexts>> = { en: smsEn, ur: smsUr };

/** The default language where none is said, or one that is not here. */
const known = (language: string | undefined): Language => languages.find((one) => one === language) ?? defaultLanguage;

export const textsIn = (language: string | undefined): Texts => translations[known(language)];
export const smsTextsIn = (language: string | undefined): SmsTexts => smsTranslations[known(language)];
