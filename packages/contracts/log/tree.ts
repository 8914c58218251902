/** The Merkle tree of RFC 6962: its hashes, and proofs made from tiles. */
import { concat, isSame } from './bytes.ts';
import { filledOf, tileWidth } from './tiles.ts';

export type Hash = Uint8Array<ArrayBuffer>;
/** In browsers it is asynchronous. */
export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Hash | Promise<Hash>;

/** Where hashes come from: those of a tile, as many as `width`. */
export type ReadTile = (level: number, n: number, width: number) => Promise<Uint8Array>;

/** A log of a size, as its tiles have it. */
export interface Tree {
  sha256: Sha256;
  read: ReadTile;
  size: number;
}

export const hashLeaf = (sha256: Sha256, leaf: Uint8Array) => sha256(concat(Uint8Array.of(0), leaf));
const hashNode = (sha256: Sha256, left: Uint8Array, right: Uint8Array) => sha256(concat(Uint8Array.of(1), left, right));

/** The largest power of two below n. */
function split(n: number): number {
  let half = 1;
  while (half * 2 < n) half *= 2;
  return half;
}

/** The hash of the leaves from `from` to before `to`, as the tree has them. */
export async function hashOfRange(tree: Tree, from: number, to: number): Promise<Hash> {
  const count = to - from;
  if (count === 0) return tree.sha256(new Uint8Array());
  const half = split(count);
  const isWhole = count === 1 || half * 2 === count;
  if (isWhole && from % count === 0) return hashOfSubtree(tree, from, count);
  const left = await hashOfRange(tree, from, from + half);
  return hashNode(tree.sha256, left, await hashOfRange(tree, from + half, to));
}

/** The same of a power of two of them, from its tile. */
async function hashOfSubtree({ sha256, read, size }: Tree, from: number, count: number): Promise<Hash> {
  let level = 0;
  let below = 1;
  while (below * tileWidth <= count) {
    below *= tileWidth;
    level += 1;
  }
  const n = Math.floor(from / below / tileWidth);
  const tile = await read(level, n, filledOf({ level, n }, size));
  const first = (from / below) % tileWidth;
  return foldHashes(sha256, tile.slice(first * 32, (first + count / below) * 32));
}

/** The hash above a power of two of hashes. */
export async function foldHashes(sha256: Sha256, hashes: Uint8Array): Promise<Hash> {
  let row = Array.from({ length: hashes.length / 32 }, (_, index) => hashes.slice(index * 32, index * 32 + 32) as Hash);
  while (row.length > 1) {
    const next: Hash[] = [];
    for (let index = 0; index < row.length; index += 2)
      next.push(await hashNode(sha256, row[index] as Hash, row[index + 1] as Hash));
    row = next;
  }
  if (row[0]?.length !== 32) throw new Error('a tile lacks hashes');
  return row[0];
}

/** The proof that a leaf is in the tree (RFC 6962, 2.1.1). */
export async function inclusionProof(tree: Tree, index: number, from = 0, to = tree.size): Promise<Hash[]> {
  if (to - from === 1) return [];
  const middle = from + split(to - from);
  return index < middle
    ? [...(await inclusionProof(tree, index, from, middle)), await hashOfRange(tree, middle, to)]
    : [...(await inclusionProof(tree, index, middle, to)), await hashOfRange(tree, from, middle)];
}

/** The root that a leaf's hash and its proof make (RFC 9162, 2.1.3.2); null where the proof has not the length that it must have. */
export async function rootOfInclusion(
  sha256: Sha256,
  { index, size, leaf, proof }: { index: number; size: number; leaf: Hash; proof: readonly Hash[] },
): Promise<Hash | null> {
  if (index >= size) return null;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const other of proof) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      hash = await hashNode(sha256, other, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else hash = await hashNode(sha256, hash, other);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : null;
}

/** The proof that the first `size` leaves are the leaves of the tree of that size (RFC 6962, 2.1.2). Of none there is nothing to prove. */
export const consistencyProof = async (tree: Tree, size: number): Promise<Hash[]> =>
  size === 0 ? [] : subproof(tree, size, 0, tree.size, true);

async function subproof(tree: Tree, size: number, from: number, to: number, isWhole: boolean): Promise<Hash[]> {
  if (size === to - from) return isWhole ? [] : [await hashOfRange(tree, from, to)];
  const half = split(to - from);
  const middle = from + half;
  return size <= half
    ? [...(await subproof(tree, size, from, middle, isWhole)), await hashOfRange(tree, middle, to)]
    : [...(await subproof(tree, size - half, middle, to, false)), await hashOfRange(tree, from, middle)];
}

interface State {
  size: number;
  root: Hash;
}

/** Whether a proof shows that a log only grew from one state to the other (RFC 9162, 2.1.4.2). */
export async function isConsistent(sha256: Sha256, before: State, after: State, proof: readonly Hash[]) {
  if (before.size > after.size) return false;
  if (before.size === after.size) return proof.length === 0 && isSame(before.root, after.root);
  if (before.size === 0) return proof.length === 0;
  const [first, ...rest] = Number.isInteger(Math.log2(before.size)) ? [before.root, ...proof] : proof;
  if (!first) return false;
  let [at, last] = [before.size - 1, after.size - 1];
  while (at % 2 === 1) [at, last] = [(at - 1) / 2, Math.floor(last / 2)];
  let [old, grown] = [first, first];
  for (const other of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      old = await hashNode(sha256, other, old);
      grown = await hashNode(sha256, other, grown);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else grown = await hashNode(sha256, grown, other);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && isSame(old, before.root) && isSame(grown, after.root);
}
