import { textsOf, useTexts } from '@tma/web/texts';
import { english, loads } from './locales/index.ts';

/** The texts of a report's record are their own: no other page of the shell loads them. */
const t = textsOf('record', english, loads);
export const useT = () => useTexts(t);
