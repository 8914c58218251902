/** The languages of the mails and of the page that stops invitations. To add one: its file beside `en.ts`, and its line here. */
import { en, type Texts } from './en.ts';

/** By language (BCP 47), each with every text of the English one. */
export const translations = { en } as const satisfies Record<string, Texts>;
