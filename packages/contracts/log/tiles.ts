/** Where the parts of a log are (C2SP tlog-tiles), and how leaves lie in them. */
import { concat } from './bytes.ts';

/** How many hashes a tile has, and leaves a bundle. */
export const tileWidth = 256;

/** A tile of hashes of a level, or a bundle of leaves. */
export interface TilePlace {
  level: number | 'entries';
  n: number;
  /** How many of its hashes or leaves; `tileWidth` of a full one. */
  width: number;
}

/** The number of a tile as paths write it: 1234067 is `x001/x234/067`. */
export function numberPath(n: number): string {
  const digits = String(n);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  return (padded.match(/\d{3}/g) ?? [])
    .map((three, index, all) => (index < all.length - 1 ? `x${three}` : three))
    .join('/');
}

/** `tile/0/x001/067.p/12`. */
export const tilePath = ({ level, n, width }: TilePlace): string =>
  `tile/${level}/${numberPath(n)}${width < tileWidth ? `.p/${width}` : ''}`;

const pattern = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/){0,3}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Reads such a path; null where it is none, or is written in another way. */
export function parseTilePath(path: string): TilePlace | null {
  const [, level, number = '', width] = pattern.exec(path) ?? [];
  if (level === undefined) return null;
  const place: TilePlace = {
    level: level === 'entries' ? 'entries' : Number(level),
    n: Number(number.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  };
  return place.level !== 'entries' && place.level > 63 ? null : tilePath(place) === path ? place : null;
}

/** How many of a tile's places a log of that size fills. */
export const filledOf = ({ level, n }: Pick<TilePlace, 'level' | 'n'>, size: number): number =>
  Math.max(0, Math.min(tileWidth, Math.floor(size / tileWidth ** (level === 'entries' ? 0 : level)) - n * tileWidth));

/** Leaves as a bundle: each with its length before it, two bytes. */
export const bundleOf = (leaves: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  concat(...leaves.flatMap((leaf) => [Uint8Array.of(leaf.length >> 8, leaf.length & 255), leaf]));

/** The leaves in a bundle. Throws where it ends within one. */
export function leavesIn(bundle: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const leaves: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  while (at < bundle.length) {
    const end = at + 2 + (((bundle[at] ?? 0) << 8) | (bundle[at + 1] ?? 0));
    if (at + 2 > bundle.length || end > bundle.length) throw new Error('ends within a leaf');
    leaves.push(bundle.slice(at + 2, end));
    at = end;
  }
  return leaves;
}
