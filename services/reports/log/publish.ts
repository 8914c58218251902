import {
  bundleOf,
  type Checkpoint,
  concat,
  filledOf,
  foldHashes,
  hashLeaf,
  hashOfRange,
  isSame,
  leavesIn,
  type ReadTile,
  tilePath,
  tileWidth,
  toBase64,
} from '@tma/contracts';
import type { Pool } from '@tma/kit';
import type { FilesOfLog } from './files-of-log.ts';
import { linesFrom } from './log.store.ts';
import { originOf, partOf } from './origin.ts';
import { type LogSigner, sha256 } from './signing.ts';

/** So many leaves get a checkpoint together. */
const atOnce = 20 * tileWidth;

export interface PublishParts {
  pool: Pool;
  files: FilesOfLog;
  signer: LogSigner;
  publicUrl: string;
}

type To = Pick<Growth, 'size' | 'extensions'>;

/**
 * Signs what was appended and is not out yet: bundles and tiles first, then the checkpoint that covers them. It is the same whoever
 * does it, and how often, as what was appended does not change.
 * @param from the checkpoint that is out; null where the log has none yet
 * @param to how many leaves were appended, and what else the checkpoint says
 * @returns the checkpoint that is out now
 */
export async function publish(parts: PublishParts, log: number, from: Checkpoint | null, to: To) {
  const origin = originOf(parts.publicUrl, log);
  const reader = readerOf(parts.files, log);
  let out = from;
  if (from) await requireSigned(reader, from);
  if (from?.origin !== origin) await parts.files.keep(log, 'key', `${parts.signer.keyOf(origin)}\n`);
  while (!out || out.size < to.size || out.origin !== origin || out.extensions?.join() !== to.extensions.join()) {
    const size = out?.size ?? 0;
    const lines = await linesFrom(parts.pool, log, size, atOnce);
    if (lines.length === 0 && size < to.size) throw new Error(`leaf ${size} of the log is not in the database`);
    out = await extend(parts, log, reader, {
      ...{ origin, size, lines: lines.map(({ line }) => Buffer.from(line)) },
      extensions: to.extensions,
    });
    if (!out) return null;
  }
  return out;
}

/** The tiles of a log, and its bundles; those that were just made first. */
interface Reader {
  tile: ReadTile;
  bundle(n: number, width: number): Promise<Uint8Array>;
  made: Map<string, Uint8Array>;
}

function readerOf(files: FilesOfLog, log: number): Reader {
  const made = new Map<string, Uint8Array>();
  const read = async (level: number | 'entries', n: number, width: number) => {
    const known = made.get(`${level}/${n}`);
    const content = known ?? (await files.read(partOf(log, tilePath({ level, n, width }))));
    if (!content) throw new Error(`${tilePath({ level, n, width })} of the log is missing`);
    return level === 'entries' ? content : content.subarray(0, width * 32);
  };
  return { made, tile: read, bundle: (n, width) => read('entries', n, width) };
}

/** Throws where the tiles are not what the checkpoint says: nothing more is signed then. */
async function requireSigned({ tile: read }: Reader, { size, root }: Checkpoint): Promise<void> {
  if (isSame(await hashOfRange({ sha256, read, size }, 0, size), root)) return;
  throw new Error(`the tiles of the log are not those that were signed with ${size} leaves: nothing more is signed`);
}

interface Growth {
  origin: string;
  size: number;
  lines: readonly Uint8Array[];
  extensions: readonly string[];
}

async function extend(
  { files, signer }: PublishParts,
  log: number,
  reader: Reader,
  { origin, size, lines, extensions }: Growth,
): Promise<Checkpoint | null> {
  const begun = size % tileWidth;
  const before = begun > 0 ? leavesIn(await reader.bundle(Math.floor(size / tileWidth), begun)).slice(0, begun) : [];
  const grown = await grow(size, reader.tile, before, lines);
  reader.made.clear();
  for (const { level, n, content } of grown) {
    reader.made.set(`${level}/${n}`, content);
    if (!(await files.keep(log, tilePath({ level, n, width: tileWidth }), content))) return null;
  }
  const after = size + lines.length;
  const read: ReadTile = (level, n) => reader.tile(level, n, filledOf({ level, n }, after));
  const root = await hashOfRange({ sha256, read, size: after }, 0, after);
  const checkpoint = { origin, size: after, root, extensions };
  return (await files.keep(log, 'checkpoint', signer.sign(checkpoint))) ? checkpoint : null;
}

/** A tile or a bundle as it is kept: under the path that it has when it is full. */
interface Grown {
  level: number | 'entries';
  n: number;
  content: Uint8Array;
}

/** The tiles and bundles that change where leaves are added. @param begun the leaves of the bundle that is not full */
async function grow(size: number, read: ReadTile, begun: readonly Uint8Array[], leaves: readonly Uint8Array[]) {
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

/** A checkpoint as the database and mails have it. */
export const logHeadOf = ({ size, root }: Checkpoint) => ({ size, root: toBase64(root) });
