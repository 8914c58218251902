import { textsOf, useTexts } from '@tma/web/texts';
import { english, translations } from './locales/index.ts';

export const t = textsOf('admin', english, translations);
export const useT = () => useTexts(t);
