import { westernDigits } from '@tma/kit';

/** The commands that people send by message, in English or Urdu. */
export type Command =
  | { kind: 'yes'; code: string }
  | { kind: 'no'; code: string; text: string }
  | { kind: 'status'; reference: string }
  | { kind: 'stop' | 'start' | 'unknown' };

const words = {
  yes: ['yes', 'ہاں', 'ہا', 'جی ہاں'],
  no: ['no', 'نہیں', 'نہی', 'جی نہیں'],
  status: ['status', 'حالت'],
  stop: ['stop', 'بند'],
  start: ['start', 'شروع'],
} as const;

const allWords = Object.entries(words).flatMap(([kind, list]) => list.map((word) => [word, kind] as const));
/** The longest first: one may begin another. */
const ordered = allWords.toSorted(([a], [b]) => b.length - a.length);

/** Keyboards write one letter in several ways. */
const letters: Readonly<Record<string, string>> = { ي: 'ی', ى: 'ی', ك: 'ک', ه: 'ہ', ھ: 'ہ', ة: 'ہ' };

/** A text in normal form: western digits, letters of Urdu, no invisible characters. */
const plain = (text: string) =>
  westernDigits(text.normalize('NFKC').replaceAll(/\p{Cf}/gu, ''))
    .replaceAll(/[يىكهھة]/g, (letter) => letters[letter] ?? letter)
    .trim();

/** Whether it is written in the letters of Urdu. */
export const isUrdu = (text: string): boolean => /\p{Script=Arabic}/u.test(text);

/** Reads a message. Case, punctuation and spacing around the word and the code do not matter. */
export function readCommand(message: string): Command {
  const text = plain(message);
  const lower = text.toLowerCase();
  const [word, kind] =
    ordered.find(([begin]) => lower.startsWith(begin) && !/^\p{L}/u.test(lower.slice(begin.length))) ?? [];
  if (word === undefined) return { kind: 'unknown' };
  const rest = text.slice(word.length).replace(/^[\s:,،.۔-]+/u, '');
  if (kind === 'stop' || kind === 'start') return { kind };
  if (kind === 'status') return readStatus(rest);
  const code = /^(\d{3}[ -]?\d{3})(?!\d)/.exec(rest)?.[1]?.replace(/\D/, '');
  if (code === undefined) return { kind: 'unknown' };
  return kind === 'yes' ? { kind, code } : { kind: 'no', code, text: behindCode(message) };
}

/** What a message says behind the code, which has its first six digits: in the letters in which it was written. */
const behindCode = (message: string) => message.replace(/^(?:\P{Nd}*\p{Nd}){6}[\s\p{Cf}:,،.۔-]*/u, '').trim();

function readStatus(rest: string): Command {
  const reference = /^(?:TMA[\s-]*)?([0-9A-Z]{8})\W*$/iu.exec(rest)?.[1];
  return reference ? { kind: 'status', reference: `TMA-${reference.toUpperCase()}` } : { kind: 'unknown' };
}
