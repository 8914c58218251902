/** How a message travels (3GPP TS 23.038): in GSM-7 where all its characters are in that alphabet, else in UCS-2. */
interface Size {
  encoding: 'GSM-7' | 'UCS-2';
  /** What the operator pays for. */
  segments: number;
}

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Each of these takes two places. */
const extended = '\f^{}\\[~]|€';
const places = new Map(
  [...basic].map((sign) => [sign, 1]).concat([...extended].map((sign) => [sign, 2])) as [string, number][],
);

/** How many places one message has, and each part of a longer one. */
const rooms = { 'GSM-7': { one: 160, part: 153 }, 'UCS-2': { one: 70, part: 67 } } as const;

/** How a text travels, and in how many segments. No sign is cut in two by the end of one. */
export function sizeOf(text: string): Size {
  const signs = [...text];
  const encoding = signs.every((sign) => places.has(sign)) ? 'GSM-7' : 'UCS-2';
  const widths = signs.map((sign) => (encoding === 'GSM-7' ? (places.get(sign) ?? 1) : sign.length));
  const { one, part } = rooms[encoding];
  if (widths.reduce((sum, width) => sum + width, 0) <= one) return { encoding, segments: 1 };
  let [segments, used] = [1, 0];
  for (const width of widths) {
    if (used + width > part) [segments, used] = [segments + 1, 0];
    used += width;
  }
  return { encoding, segments };
}

/** What a message may cost. */
const most = 2;
const fits = (text: string) => sizeOf(text).segments <= most;

/**
 * A message of at most two segments: with its link if that has room, and with as much of `piece` as has.
 * @param make writes the message with a piece of what somebody wrote in it
 */
export function fitted(make: (piece: string) => string, piece = '', link = ''): string {
  const linked = (text: string) => (link && fits(`${text} ${link}`) ? `${text} ${link}` : text);
  if (fits(make(piece))) return linked(make(piece));
  const signs = [...piece];
  let [low, high] = [0, signs.length];
  const cut = (length: number) => make(`${signs.slice(0, length).join('').trimEnd()}...`);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(cut(middle))) low = middle;
    else high = middle - 1;
  }
  return cut(low);
}
