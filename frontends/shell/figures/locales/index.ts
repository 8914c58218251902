/** The languages that these texts are in. To add one: its file beside `en.json`, its import and its line here. */
import english from './en.json' with { type: 'json' };

export { english };

/** By language (BCP 47), each with every text of the English one. */
export const translations: Readonly<Record<string, typeof english>> = {};
