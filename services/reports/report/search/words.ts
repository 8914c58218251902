/** The words that a report is found by, and the words of a search. Both are made here alone, so that both are spelled alike. */
import { createHash } from 'node:crypto';
import { invalidField } from '@tma/kit';
import { plainText } from '../plain-text.ts';
import type { Indexed, Search } from './words.store.ts';

/** Letters that Urdu and Arabic keyboards write differently: for each letter those that are replaced by it. */
const variants: Record<string, string> = { ا: 'ٱ', ک: 'كڪ', ہ: 'هھەةۃ', ی: 'يىېےۍ' };
const standsFor = new Map(
  Object.entries(variants).flatMap(([one, others]) => [...others].map((other) => [other, one])),
);
const written = new RegExp(`[${[...standsFor.keys()].join('')}]`, 'g');

/** The form in which two spellings of a word are equal. */
const fold = (text: string) => plainText(text, 'NFKD').replaceAll(written, (letter) => standsFor.get(letter) ?? letter);

const wordsOf = (text: string): Set<string> => new Set(fold(text).match(/[\p{L}\p{N}]+/gu));

/** Beginnings of a word up to so many characters are keys, and the word itself, cut at the second: more is not compared. */
const longestBeginning = 6;
const longestWord = 60;

const cut = (word: string, length: number) => [...word].slice(0, length).join('');

function* keysOfWord(word: string) {
  const letters = [...word].slice(0, longestWord);
  for (let length = 1; length <= Math.min(longestBeginning, letters.length); length += 1) {
    yield letters.slice(0, length).join('');
  }
  if (letters.length > longestBeginning) yield letters.join('');
}

/** The key of all reports of a tehsil, whose name may have any characters. */
const signOf = (tehsil: string) => `@${createHash('sha256').update(tehsil).digest('hex').slice(0, 12)}`;

export function keysOf({ reference, location, description, name, tehsil }: Indexed): string[] {
  const words = wordsOf([location, description, name].join(' '));
  const keys = new Set(keysOfWord(`#${reference.slice('TMA-'.length).toLowerCase()}`));
  for (const word of words) for (const key of keysOfWord(word)) keys.add(key);
  return [...keys, signOf(tehsil)];
}

const quoted = (key: string) => `'${key}'`;
const both = (search: readonly string[]) => ({ exact: search.map(exactly), quick: search.map(quickly) });
const exactly = (word: string) =>
  [...word].length > longestBeginning ? `${quoted(cut(word, longestWord))}:*` : quoted(word);
const quickly = (word: string) => quoted(cut(word, longestBeginning));

/**
 * What a text asks for among a tehsil's reports: a reference that begins with it, or all its words, each as the beginning of one.
 * @returns null when that is every report: without a text, or when every reference begins with it, as with `TMA`. Throws 400
 * when there is nothing in it to look for
 */
export function searchOf(text: string | undefined, tehsil: string): Search | null {
  if (text === undefined) return null;
  const reference = beginningOfReference(text);
  if (reference === '') return null;
  const words = both([...wordsOf(text)]);
  if (words.exact.length === 0) throw invalidField('q', 'must have a letter or a digit');
  const meant = reference === null ? { exact: [], quick: [] } : both([`#${reference}`]);
  const either = (all: string[], one: string[]) => [`(${all.join(' & ')})`, ...one].join(' | ');
  return { exact: either(words.exact, meant.exact), quick: either(words.quick, meant.quick), sign: signOf(tehsil) };
}

/** Whether a report matches a text without its reporter's name, for somebody who is not to learn it. */
export function matchesWithoutName(text: string, { reference, location, description }: Omit<Indexed, 'name'>): boolean {
  const begun = beginningOfReference(text);
  if (begun !== null && reference.slice('TMA-'.length).toLowerCase().startsWith(begun)) return true;
  const words = [...wordsOf(`${location} ${description}`)];
  return [...wordsOf(text)].every((wanted) => words.some((word) => word.startsWith(cut(wanted, longestWord))));
}

/** What is alike in a reference that is read out: the alphabet has no I, L, O or U. */
const lookAlikes = (text: string) => text.replaceAll('o', '0').replaceAll(/[il]/g, '1');

/** The characters of the reference that a text is the beginning of; null where it is none's. */
function beginningOfReference(text: string): string | null {
  const folded = fold(text)
    .trim()
    .replaceAll(/[\s\p{Pd}]+/gu, '-');
  if (folded && 'tma-'.startsWith(folded)) return '';
  const characters = lookAlikes(folded.replace(/^tma-|^tma(?=[^-]{8}$)/, ''));
  return /^[0-9a-hjkmnp-tv-z]{1,8}$/.test(characters) ? characters : null;
}
