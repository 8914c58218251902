import { catalogue } from '@tma/web/language/catalogue';
import english from './locales/en.json' with { type: 'json' };

export const { t, useT } = catalogue('resident', english, {
  ur: () => import('./locales/ur.json', { with: { type: 'json' } }),
});
