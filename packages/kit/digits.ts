/** A text with the digits 0 to 9 in the place of those of Arabic and Urdu, which a keyboard of either writes. */
export const westernDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16));
