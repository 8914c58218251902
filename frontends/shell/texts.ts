import { textsOf, useTexts } from '@tma/web/texts';
import { english, loads } from './locales/index.ts';

export const t = textsOf('shell', english, loads);
export const useT = () => useTexts(t);

/** What a tab is called. @param title of the page */
export const titleOfPage = (title: string) => `${title} | ${t('portal')}`;
