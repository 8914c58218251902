import { textsOf, useTexts } from '@tma/web/texts';
import { english, loads } from './locales/index.ts';

/** The texts of maps are their own: no page loads them before somebody may ask for a map. */
export const t = textsOf('map', english, loads);
export const useT = () => useTexts(t);
