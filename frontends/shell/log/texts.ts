import { catalogue } from '@tma/web/language/catalogue';
import english from './locales/en.json' with { type: 'json' };

/** The texts of the log are their own: no other page of the shell loads them. */
export const { useT } = catalogue('log', english, {
  ur: () => import('./locales/ur.json', { with: { type: 'json' } }),
});
