import { textsOf, useTexts } from '@tma/web/texts';
import { english, translations } from './locales/index.ts';

/** The texts of the figures are their own: no other page of the shell loads them. */
export const t = textsOf('figures', english, translations);
export const useT = () => useTexts(t);
