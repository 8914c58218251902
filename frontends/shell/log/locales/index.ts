/** The languages that these texts are in. To add one: its file beside `en.json`, and its line here. */
import type { Loads } from '@tma/web/language/loads';
import english from './en.json' with { type: 'json' };

export { english };

/** By language, how its texts are loaded: who reads English never loads another. */
export const loads: Loads<typeof english> = {
  ur: () => import('./ur.json', { with: { type: 'json' } }),
};
