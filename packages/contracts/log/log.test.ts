import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { concat } from './bytes.ts';
import { leafOfLine, lineOfLeaf } from './leaf.ts';
import { parseCheckpoint, parseKey } from './note.ts';
import { bundleOf, leavesIn, parseTilePath, tilePath } from './tiles.ts';
import {
  consistencyProof,
  foldHashes,
  type Hash,
  hashLeaf,
  hashOfRange,
  inclusionProof,
  isConsistent,
  rootOfInclusion,
} from './tree.ts';

const sha256 = (bytes: Uint8Array): Hash => new Uint8Array(createHash('sha256').update(bytes).digest());

/** A tree whose tiles are made of its leaves. */
async function treeOf(size: number) {
  let row: Hash[] = await Promise.all(
    Array.from({ length: size }, (_, n) => hashLeaf(sha256, Buffer.from(`leaf ${n}`))),
  );
  const levels: Hash[][] = [];
  while (row.length > 0) {
    levels.push(row);
    const wholes = Array.from({ length: Math.floor(row.length / 256) }, (_, n) =>
      (levels.at(-1) ?? []).slice(n * 256, n * 256 + 256),
    );
    row = await Promise.all(wholes.map((hashes) => foldHashes(sha256, concat(...hashes))));
  }
  const read = async (level: number, n: number, width: number) =>
    concat(...(levels[level] ?? []).slice(n * 256, n * 256 + width));
  return { sha256, read, size };
}

/** As RFC 6962, 2.1, defines it. */
function rootOf(leaves: readonly string[]): Hash {
  if (leaves.length === 0) return sha256(new Uint8Array());
  if (leaves.length === 1) return sha256(Buffer.from(`\0${leaves[0]}`));
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return sha256(concat(Uint8Array.of(1), rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half))));
}
const rootOfSize = (size: number) => rootOf(Array.from({ length: size }, (_, n) => `leaf ${n}`));

it('the root, and proofs, of trees of many sizes are those of the standard, and prove nothing else', async () => {
  for (const size of [1, 2, 3, 7, 8, 255, 256, 257, 600, 1500]) {
    const tree = await treeOf(size);
    const root = await hashOfRange(tree, 0, size);
    expect([size, root]).toEqual([size, rootOfSize(size)]);
    for (const index of new Set([0, 1, 254, 255, 256, Math.floor(size / 2), size - 1].filter((one) => one < size))) {
      const proof = await inclusionProof(tree, index);
      const leaf = await hashLeaf(sha256, Buffer.from(`leaf ${index}`));
      expect(await rootOfInclusion(sha256, { index, size, leaf, proof })).toEqual(root);
      const other = await hashLeaf(sha256, Buffer.from('another'));
      expect(await rootOfInclusion(sha256, { index, size, leaf: other, proof })).not.toEqual(root);
      expect(await rootOfInclusion(sha256, { index: size, size, leaf, proof })).toBeNull();
    }
    for (const before of new Set([1, 2, 5, 128, 256, size].filter((one) => one > 0 && one <= size))) {
      const proof = await consistencyProof(tree, before);
      const [old, now] = [
        { size: before, root: rootOfSize(before) },
        { size, root },
      ];
      expect(await isConsistent(sha256, old, now, proof)).toBe(true);
      expect(await isConsistent(sha256, { ...old, root: sha256(old.root) }, now, proof)).toBe(false);
      expect(await isConsistent(sha256, old, { size, root: sha256(root) }, proof)).toBe(false);
    }
  }
});

it('a log that had no leaf has only grown, however many it has', async () => {
  const none = { size: 0, root: rootOfSize(0) };
  for (const size of [0, 1, 2, 257]) {
    const proof = await consistencyProof(await treeOf(size), 0);
    expect(await isConsistent(sha256, none, { size, root: rootOfSize(size) }, proof)).toBe(true);
  }
});

it('tiles have the paths of the standard, written in one way only', () => {
  expect(tilePath({ level: 0, n: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
  expect(tilePath({ level: 'entries', n: 5, width: 12 })).toBe('tile/entries/005.p/12');
  for (const path of ['tile/0/x001/x234/067', 'tile/1/000.p/1', 'tile/entries/x001/000.p/255'])
    expect(tilePath(parseTilePath(path) ?? { level: 0, n: 0, width: 0 })).toBe(path);
  for (const path of [
    'tile/00/000',
    'tile/64/000',
    'tile/0/1',
    'tile/0/x000/001',
    'tile/0/000.p/256',
    'tile/0/000.p/0',
    'tile/0/../000',
  ])
    expect([path, parseTilePath(path)]).toEqual([path, null]);
});

it('a bundle is read as it was written, and one that ends within a leaf is refused', () => {
  const leaves = ['one', '', 'ابج'.repeat(100)].map((text) => new Uint8Array(Buffer.from(text)));
  expect(leavesIn(bundleOf(leaves))).toEqual(leaves);
  expect(() => leavesIn(bundleOf(leaves).slice(0, -1))).toThrow('ends within a leaf');
});

it('a leaf has one way to be written', () => {
  const line =
    '{"at":"2026-03-05T09:30:00.000Z","closure":null,"issue":"Street Lights Repair","kind":"created","private":null,"proof":null,"reference":"TMA-1","schedule":null,"seq":7,"status":"Open","tehsil":"Mardan \\"ا\\"","v":1}';
  expect(lineOfLeaf(leafOfLine(line))).toBe(line);
  expect(() => leafOfLine(line.replace('{', '{ '))).toThrow('canonical');
  expect(() => leafOfLine(line.replace('"v":1', '"v":2'))).toThrow();
});

it('what is no checkpoint and no key is refused', () => {
  for (const note of ['', 'a\n1\n\n\n', 'a\n01\nAAAA\n\n— a AAAAAAAA\n', `a\n1\n${'A'.repeat(43)}=\n\nno signature\n`])
    expect(() => parseCheckpoint(note), note).toThrow();
  for (const key of ['', 'a+00000000+', 'a+00000000+AAAA', 'a b+00000000+AQ=='])
    expect(() => parseKey(key), key).toThrow();
});
