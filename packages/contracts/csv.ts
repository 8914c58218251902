/** Lines of CSV as RFC 4180 has them, for spreadsheets: UTF-8 with a mark in front, CRLF behind each line. */

/** The byte order mark, which tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\ufeff';

/** What spreadsheets take for the beginning of a formula, also in full width. */
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
/**
 * The same in the middle of a cell, where a spreadsheet may begin a new cell (at a semicolon or a tab) or line (if it
 * ignores quotes). Quotes before the sign are then those of the new cell, and not shown.
 */
const laterFormula = /([;\t\r\n](?:[^\S\t\r\n]|")*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** Some spreadsheets split at semicolons and tabs, and cut spaces at the ends. */
const toQuote = /[",;\t\r\n]|^\s|\s$/;

/** A cell. A text that may begin like a formula gets an apostrophe in front, which makes it text for spreadsheets. */
function cell(value: string | null): string {
  if (value === null) return '';
  const text = (formula.test(value) ? `'${value}` : value).replaceAll(laterFormula, "$1'");
  return toQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const guarded = /^'(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/;
const laterGuarded = /([;\t\r\n](?:[^\S\t\r\n]|")*)'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** The text that a cell was made of: without the apostrophes in front of formulas. */
export const textOfCell = (text: string) => text.replace(guarded, '').replaceAll(laterGuarded, '$1');

export const csvLine = (cells: readonly (string | null)[]) => `${cells.map(cell).join(',')}\r\n`;
