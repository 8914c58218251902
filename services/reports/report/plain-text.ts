import { westernDigits } from '@tma/kit';

/** Diacritics, signs without a width, and the sign that only makes a word longer. */
const ignored = /[\p{M}\p{Cf}\u0640]/gu;

/** A text in lower case, without what makes spellings of a word differ, and with the digits 0 to 9. */
export const plainText = (text: string, form: 'NFKC' | 'NFKD'): string =>
  westernDigits(text.normalize(form).toLowerCase().replaceAll(ignored, ''));
