/** The languages of a person's pages and mails (BCP 47), each with the direction of its writing. The first is the default. */
export const languages = ['en', 'ur'] as const;

export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'en';

export const isLanguage = (text: string): text is Language => languages.some((language) => language === text);

export type Direction = 'ltr' | 'rtl';

export const directions: Readonly<Record<Language, Direction>> = { en: 'ltr', ur: 'rtl' };

/** The name of each in itself, for the button that changes to it. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', ur: 'اردو' };
