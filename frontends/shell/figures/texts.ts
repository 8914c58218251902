import { textsOf, useTexts } from '@tma/web/texts';
import { english, loads } from './locales/index.ts';

/** The texts of the figures are their own: no other page of the shell loads them. */
export const t = textsOf('figures', english, loads);
export const useT = () => useTexts(t);
