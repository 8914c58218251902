import { bundleOf, concat, foldHashes, hashLeaf, type ReadTile, tileWidth } from '@tma/contracts';
import { sha256 } from './signing.ts';

/** A tile or a bundle as it is kept: under the path that it has when it is full. */
interface Grown {
  level: number | 'entries';
  n: number;
  content: Uint8Array;
}

interface Base {
  size: number;
  /** Tiles of the log of that size. */
  read: ReadTile;
  /** The last leaves, those of the bundle that is not full. */
  begun: readonly Uint8Array[];
}

/** The tiles and bundles that change where leaves are added. */
export async function grow({ size, read, begun }: Base, leaves: readonly Uint8Array[]): Promise<Grown[]> {
  const grown: Grown[] = bundles(Math.floor(size / tileWidth), [...begun, ...leaves]);
  let added = await Promise.all(leaves.map((leaf) => hashLeaf(sha256, leaf)));
  for (let level = 0, at = size; added.length > 0; level += 1, at = Math.floor(at / tileWidth)) {
    const first = Math.floor(at / tileWidth);
    const known = at % tileWidth;
    const all = concat(known > 0 ? await read(level, first, known) : new Uint8Array(), ...added);
    added = [];
    for (let from = 0; from < all.length; from += tileWidth * 32) {
      const content = all.slice(from, from + tileWidth * 32);
      grown.push({ level, n: first + from / tileWidth / 32, content });
      if (content.length === tileWidth * 32) added.push(await foldHashes(sha256, content));
    }
  }
  return grown;
}

function bundles(first: number, leaves: readonly Uint8Array[]): Grown[] {
  return Array.from({ length: Math.ceil(leaves.length / tileWidth) }, (_, index) => ({
    level: 'entries' as const,
    n: first + index,
    content: bundleOf(leaves.slice(index * tileWidth, (index + 1) * tileWidth)),
  }));
}
