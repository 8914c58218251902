import { t } from '@tma/web/language/own-texts';

/** Parts of a text one after another, as the language sets them apart. */
export const listed = (parts: readonly string[]): string => parts.join(t('lists.separator'));
