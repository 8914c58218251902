import { foldHashes, hashLeaf, hashOfRange, isSame, type LogLeaf, leafOfLine, tileWidth } from '@tma/contracts';
import { Falsified, type PublicLog, withTileCache } from './public-log.ts';
import { sha256 } from './signing.ts';

/** A leaf with its number, counted from 0. */
export interface NumberedLeaf {
  index: number;
  leaf: LogLeaf;
}

/** Throws `Falsified` unless the tiles of a log make the root hash that was signed. */
export async function requireRoot({ tree, size, root }: PublicLog): Promise<void> {
  if (isSame(await hashOfRange(tree, 0, size), root)) return;
  throw new Falsified(`The tiles of the log do not make the root hash that was signed with ${size} leaves.`);
}

/**
 * Goes through a log from its first leaf: whether each is what was signed, written as it has to be, and behind the one before.
 * Throws `Falsified` for the first that is not.
 */
export async function* signedLeaves(log: PublicLog): AsyncGenerator<NumberedLeaf[]> {
  const tree = withTileCache(log.tree);
  let last = 0;
  for (let n = 0; n * tileWidth < log.size; n += 1) {
    const lines = await log.bundle(n);
    const width = Math.min(tileWidth, log.size - n * tileWidth);
    const hashes = await tree.read(0, n, width);
    // A full tile counts by the one above it, up to the root, which was signed.
    if (width === tileWidth) await requireAbove(tree, n, hashes, log.size);
    const leaves: NumberedLeaf[] = [];
    for (let at = 0; at < width; at += 1) {
      const index = n * tileWidth + at;
      const leaf = await readLeaf(lines[at], hashes.slice(at * 32, at * 32 + 32), index);
      if (leaf.seq <= last)
        throw new Falsified(`Leaf ${index} is of entry ${leaf.seq}, and comes behind that of ${last}.`);
      last = leaf.seq;
      leaves.push({ index, leaf });
    }
    yield leaves;
  }
}

async function readLeaf(line: Uint8Array | undefined, hash: Uint8Array, index: number): Promise<LogLeaf> {
  if (!line || !isSame(await hashLeaf(sha256, line), hash))
    throw new Falsified(`Leaf ${index} is not the one that was signed.`);
  try {
    return leafOfLine(Buffer.from(line).toString());
  } catch (cause) {
    throw new Falsified(`Leaf ${index} is signed, but is not written as a leaf.`, { cause });
  }
}

async function requireAbove(tree: PublicLog['tree'], n: number, hashes: Uint8Array, size: number): Promise<void> {
  const above = Math.floor(n / tileWidth);
  const width = Math.min(tileWidth, Math.floor(size / tileWidth) - above * tileWidth);
  const tile = await tree.read(1, above, width);
  const at = (n % tileWidth) * 32;
  if (isSame(await foldHashes(sha256, hashes), tile.slice(at, at + 32))) return;
  throw new Falsified(`Leaves ${n * tileWidth} to ${(n + 1) * tileWidth - 1} are not those that were signed.`);
}
