/** Texts, ids, addresses and times as operations and events take them. */
import { z } from 'zod';
import { languages } from './languages.ts';
import { limits } from './limits.ts';
import { roles } from './roles.ts';

// A missing value has the same message in all schemas, whatever its type.
z.config({
  customError: (issue) => (issue.code === 'invalid_type' && issue.input === undefined ? 'is required' : undefined),
});

const controls = /\p{Cc}/u;
const controlsButBreaks = /[^\P{Cc}\n\r\t]/u;

/** Signs that turn the direction of what follows, beyond their own text where they are not closed (UAX 9, explicit formatting). */
const directions = /[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * One line of text, trimmed, at most `max` characters, no control characters: safe in a mail header and in Postgres. Signs of
 * direction are dropped.
 */
export const line = (max: number) =>
  z
    .string()
    .overwrite((text) => text.toWellFormed().replaceAll(directions, '').trim())
    .max(max, `must be at most ${max} characters`)
    .refine((text) => !controls.test(text), 'must not contain control characters');

/**
 * What programs make a link of: an at sign, two slashes, a colon within a word, a dot between what may be a name and what may be a
 * domain. The dots are those that browsers take for one (UTS 46). One letter before it is an initial, as in D.I.Khan: mails break
 * what is left of links (notify's user-text.ts).
 */
const address = /@|\/\/|\\\\|\p{L}:\S|[\p{L}\p{M}\p{N}_-]{2}[.\u3002]\p{L}[\p{L}\p{M}\p{N}-]/u;

/** What is drawn as nothing or as a blank, beyond what folding takes away, such as Hangul fillers and the empty Braille cell. */
const unseen = /[\s\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * A name of a place, which stands in mails to strangers: one line, refused with an address, a link or a sign of direction in it. Characters
 * that nobody sees do not count towards `min`. No more of it is folded than a name may have: anybody may send a megabyte, which folding can
 * make six times as long.
 */
export const placeName = ({ min, max }: { min: number; max: number }) => {
  const folded = (name: string) => foldName(name.trim().slice(0, max));
  const tooShort = `must be at least ${min} characters`;
  return z
    .string()
    .refine((name) => name.search(directions) < 0, 'must not contain signs of direction')
    .refine((name) => !address.test(folded(name)), 'must not contain an address or a link')
    .refine((name) => folded(name).replaceAll(unseen, '').length >= min, tooShort)
    .pipe(line(max).min(min, tooShort));
};

/** Text of several lines, trimmed, at most `max` characters; CRLF and CR become LF. */
export const prose = (max: number) =>
  z
    .string()
    .overwrite((text) => text.toWellFormed().replaceAll(/\r\n?/g, '\n').trim())
    .max(max, `must be at most ${max} characters`)
    .refine((text) => !controlsButBreaks.test(text), 'must not contain control characters');

/** The form in which two spellings of one name are equal: without case, width, spacing and invisible characters. */
export const foldName = (name: string) =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** What other systems call a tehsil: in lower case, with hyphens. Two tehsils never have the same one. */
export const jurisdictionOf = (tehsil: string) => foldName(tehsil).replaceAll(' ', '-');

/** An e-mail address as it is stored and compared: trimmed, lower case. */
export const email = z
  .string()
  .overwrite((text) => text.trim().toLowerCase())
  .pipe(z.email('must be an e-mail address').max(limits.email, 'must be an e-mail address'));

export const id = z.uuid('must be a UUID');

export const given = z.string().min(1, 'is required');

/** The token of a mailed link. Anything that is no text counts as a link that does not work, not as malformed. */
export const linkToken = z.string().catch('');

/** A text that may be the name of a tehsil; whether there is such a tehsil is not checked. */
export const tehsilName = line(limits.tehsil.max).min(1, 'is required');

/** One of the languages that people may choose. */
export const language = z.enum(languages, `must be one of ${languages.join(', ')}`);

/** A moment: RFC 3339 with a zone. */
export const time = z.iso.datetime({ offset: true });

/** A calendar day, `YYYY-MM-DD`, without a zone. */
export const day = z.iso
  .date('must be a date, YYYY-MM-DD')
  .refine((text) => text >= '1900', 'must be a date of our time');

/** The schema, or null for an empty text. */
export const orNull = <S extends z.ZodType>(schema: S) => z.union([z.literal('').transform(() => null), schema]);

/** A decimal as forms and queries have it; null where it is empty. */
export const decimal = (least: number, most: number) =>
  z
    .string()
    .trim()
    .regex(/^([+-]?(\d+(\.\d*)?|\.\d+))?$/, 'must be a decimal number')
    .transform((text) => (text === '' ? null : Number(text)))
    .refine((value) => value === null || (value >= least && value <= most), `must be from ${least} to ${most}`);

export const binary = z.string().meta({ format: 'binary' });

const notACount = 'must be a whole number above 0';
/** How many rows a page of a list has: never more than `limits.page.max`. */
export const pageSize = z.coerce
  .number(notACount)
  // Before `int`, which refuses what is too large to be exact.
  .overwrite((size) => Math.min(size, limits.page.max))
  .int(notACount)
  .positive(notACount)
  .default(limits.page.default);

export const role = z.enum(roles, `must be one of ${roles.join(', ')}`);
