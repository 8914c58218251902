import { textsOf, useTexts } from '@tma/web/texts';
import english from './locales/en.json' with { type: 'json' };

export const t = textsOf('admin', english);
export const useT = () => useTexts(t);
