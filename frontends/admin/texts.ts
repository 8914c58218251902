import { textsOf, useTexts } from '@tma/web/texts';
import { english, translations } from './locales/index.ts';

const t = textsOf('admin', english, translations);
export const useT = () => useTexts(t);
