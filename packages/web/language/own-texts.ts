import { textsOf, useTexts } from '@tma/web/texts';
import { english, loads } from '../locales/index.ts';

/** The texts of what all frontends share. */
export const t = textsOf('web', english, loads);
export const useT = () => useTexts(t);
