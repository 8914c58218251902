import { catalogue } from '@tma/web/language/catalogue';
import english from './locales/en.json' with { type: 'json' };

/** The texts of maps are their own: no page loads them before somebody may ask for a map. */
export const { t, useT } = catalogue('map', english, {
  ur: () => import('./locales/ur.json', { with: { type: 'json' } }),
});
