import { textsOf, useTexts } from '@tma/web/texts';
import english from './locales/en.json' with { type: 'json' };

/** The texts of what all frontends share. */
export const t = textsOf('web', english);
export const useT = () => useTexts(t);
