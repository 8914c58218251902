/** What is written in Latin letters in every language: addresses, references, kinds of files, names of things, commands and of the other language. */
const always = [
  /\S+@\S+/g,
  /TMA-[\dA-Z]{8}/g,
  /\b(?:JPEG|PNG|HEIC|PDF|CSV|Facebook|Instagram|X|English)\b/g,
  /https?:\/\/\S+|npm run log watch \S+|\bcron\b|C2SP tlog-tiles|\bOpen311\b/g,
  /iPhone: Settings، Camera، Formats، Most Compatible/g,
];

/** The words in Latin letters in a text, but for those and for what people wrote or named. */
export function latinWords(text: string, written: readonly string[] = []): string[] {
  const longestFirst = [...written].sort((a, b) => b.length - a.length);
  const unwritten = longestFirst.reduce((left, one) => left.replaceAll(one, ' '), text);
  const rest = always.reduce((left, pattern) => left.replaceAll(pattern, ' '), unwritten);
  return rest.match(/[a-z][a-z'’-]*/gi) ?? [];
}
