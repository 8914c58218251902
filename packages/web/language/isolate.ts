import { type Direction, directions } from '@tma/contracts/languages';

const known: Readonly<Record<string, Direction | undefined>> = directions;

/** A number runs the same way within every text. */
const number = /^[\d.,:]*$/;

/**
 * What is filled into a text of a language, kept together (by U+2068 and U+2069, which cannot be seen): the parts of an English
 * name would change places with the words of an Urdu sentence around it. In a language from left to right it stays as it is.
 */
export const isolate = (value: string, language: string): string =>
  known[language] !== 'rtl' || number.test(value) ? value : `\u2068${value}\u2069`;
