import { textsOf, useTexts } from '@tma/web/texts';
import { english, translations } from '../locales/index.ts';

/** The texts of what all frontends share. */
export const t = textsOf('web', english, translations);
export const useT = () => useTexts(t);
