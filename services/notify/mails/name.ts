/** What a name has at most in a mail, in characters. */
const longest = 60;

/** Writing that is not seen. The joiners (U+200C, U+200D) belong to names in Urdu. */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;
const breaks = /[\p{Cc}\s]+/gu;
/** What web and mail addresses are joined by: dots, also those that browsers take for one (UTS 46), colons and at signs. */
const joint = /[.\u2024\u3002\uff0e\uff61:@](?=\S)/gu;
const twoSlashes = /[/\\](?=[/\\])/gu;

/**
 * A name as a mail shows it: one line of at most 60 characters. Whoever chose it may be a stranger to the one who reads it,
 * so it has nothing that a mail program makes a link of: an address in it is taken apart by spaces.
 */
export function nameInMail(name: string): string {
  const plain = name
    .replaceAll(invisible, '')
    .replaceAll(breaks, ' ')
    .replaceAll(joint, '$& ')
    .replaceAll(twoSlashes, '$& ')
    .trim();
  return [...plain].slice(0, longest).join('').trim();
}
