import { textsOf, useTexts } from '@tma/web/texts';
import { english, loads } from './locales/index.ts';

/** The texts of the log are their own: no other page of the shell loads them. */
const t = textsOf('log', english, loads);
export const useT = () => useTexts(t);
