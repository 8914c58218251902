/** What a name has at most in a mail, in characters. */
const longest = 60;

/** Writing that is not seen. The joiners (U+200C, U+200D) belong to names in Urdu. */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;
const breaks = /[\p{Cc}\s]+/gu;
const lineBreak = /\r\n|[\n\r\u2028\u2029]/g;
/** What web and mail addresses are joined by: dots, also those that browsers take for one (UTS 46), colons and at signs. */
const joint = /[.\u2024\u3002\uff0e\uff61:@](?=\S)/gu;
const twoSlashes = /[/\\](?=[/\\])/gu;
/**
 * The same in sentences, where times, dates, numbers and initials have dots and colons, too: a dot between what may be a name and
 * what may be a domain, a colon behind a letter, an at sign. Browsers open domains with emoji (`\p{So}`, their colours `\p{Sk}`) as well.
 */
const jointInText =
  /[.\u2024\u3002\uff0e\uff61](?<=[\p{L}\p{M}\p{N}\p{So}\p{Sk}_-][\u200c\u200d]*.)(?=[\u200c\u200d]*[\p{L}\p{M}\p{So}][\u200c\u200d]*[\p{L}\p{M}\p{N}\p{So}\p{Sk}-])|(?<=\p{L}):(?=\S)|@(?=\S)/gu;

/** Text in which no mail program finds an address to link: its reader may not know whoever wrote it. */
const withoutLinks = (text: string, between: RegExp) => text.replaceAll(between, '$& ').replaceAll(twoSlashes, '$& ');
const inOneLine = (text: string) => text.replaceAll(invisible, '').replaceAll(breaks, ' ');

/**
 * What somebody wrote, as a mail shows it in one line, without anything that mail programs turn into a link: spaces split the
 * addresses in it.
 */
export const lineInMail = (text: string): string => withoutLinks(inOneLine(text), jointInText).trim();

/** The data of a mail, with its tehsil's name as a mail shows it: somebody with the secret key can add a tehsil of any name. */
export const withTehsilInMail = <T extends { tehsil: string }>(data: T): T => ({
  ...data,
  tehsil: lineInMail(data.tehsil),
});

/** A name as a mail shows it: without anything that joins an address, of at most 60 characters. */
export const nameInMail = (name: string): string =>
  [...withoutLinks(inOneLine(name), joint).trim()].slice(0, longest).join('').trim();

/** What somebody wrote, as a mail shows it with its lines: an empty one between them at most, and without links. */
export const textInMail = (text: string): string =>
  withoutLinks(
    text
      .replaceAll(invisible, '')
      .replaceAll(breaks, (found) => '\n'.repeat(Math.min(2, found.match(lineBreak)?.length ?? 0)) || ' '),
    jointInText,
  ).trim();
