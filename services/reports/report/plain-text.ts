/** Diacritics, signs without a width, and the sign that only makes a word longer. */
const ignored = /[\p{M}\p{Cf}\u0640]/gu;
const easternDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** A text in lower case, without what makes spellings of a word differ, and with the digits 0 to 9. */
export const plainText = (text: string, form: 'NFKC' | 'NFKD'): string =>
  text
    .normalize(form)
    .toLowerCase()
    .replaceAll(ignored, '')
    .replaceAll(easternDigits, (digit) => String(digit.charCodeAt(0) & 15));
