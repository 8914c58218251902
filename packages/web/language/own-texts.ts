import english from '../locales/en.json' with { type: 'json' };
import { catalogue } from './catalogue.ts';

/** The texts of what all frontends share. */
export const { t, useT, textsIn } = catalogue('web', english, {
  ur: () => import('../locales/ur.json', { with: { type: 'json' } }),
});
