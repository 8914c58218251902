import { catalogue } from '@tma/web/language/catalogue';
import { t as web } from '@tma/web/language/own-texts';
import english from './locales/en.json' with { type: 'json' };

export const { t, useT } = catalogue('shell', english, {
  ur: () => import('./locales/ur.json', { with: { type: 'json' } }),
});

/** What a tab is called. @param title of the page */
export const titleOfPage = (title: string) => `${title} | ${web('portal.name')}`;
