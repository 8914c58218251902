import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  bundleOf,
  type Checkpoint,
  filledOf,
  isSame,
  leavesIn,
  parseCheckpoint,
  type TilePlace,
  tileWidth,
} from '@tma/contracts';
import { HttpError, type Pool } from '@tma/kit';
import type { Storage } from '../storage/storage.ts';
import { keyOf, type LogPart } from './places.ts';
import { inTurn } from './turns.store.ts';

/** Where the number of the newest log is kept. */
const newestKey = 'log/newest';

const conflict = (message: string) => new HttpError(409, 'log_differs', message);

/**
 * The files of the signed log. Reports makes them and only adds: a part that a checkpoint covers is never replaced, nor
 * a checkpoint by a smaller one. So a process that was frozen and continues with outdated knowledge changes nothing.
 */
export class LogFiles {
  readonly #storage: Storage;
  readonly #pool: Pool;
  /** The size that is known to be covered, by log. */
  readonly #sizes = new Map<number, number>();

  constructor(storage: Storage, pool: Pool) {
    this.#storage = storage;
    this.#pool = pool;
  }

  /** The bytes of a part; null where there is none, or no checkpoint covers it yet. */
  async read({ log: asked, part }: LogPart): Promise<Uint8Array | null> {
    const log = asked ?? (await this.#findNewest());
    const key = keyOf(log, part);
    if (typeof part === 'string') return this.#get(key);
    const known = this.#sizes.get(log) ?? 0;
    const size = filledOf(part, known) >= part.width ? known : await this.#readSize(log);
    if (filledOf(part, size) < part.width) return null;
    // After the size: what a checkpoint covers was written before it, and a shorter tile would be cached for good.
    const content = await this.#get(key);
    return content && firstOf(part, content, part.width);
  }

  /** Keeps a part, with no other write since it was read what is covered. Throws 409 where it would replace that. */
  keep({ log, part }: LogPart & { log: number }, content: Buffer): Promise<void> {
    return inTurn(this.#pool, async () => {
      if (part === 'checkpoint') await this.#requireGrown(log, content);
      else if (part !== 'key') await this.#requireSame(log, part, content);
      await this.#storage.put(keyOf(log, part), Readable.from([content]));
      if (part === 'checkpoint' && log > (await this.#findNewest()))
        await this.#storage.put(newestKey, Readable.from([Buffer.from(String(log))]));
    });
  }

  async #requireGrown(log: number, content: Buffer): Promise<void> {
    const next = read(content);
    const before = await this.#get(keyOf(log, 'checkpoint'));
    if (!next) throw new HttpError(400, 'invalid_request', 'This is no checkpoint.');
    const known = before && read(before);
    if (!known || known.size < next.size) return;
    if (known.size === next.size && isSame(known.root, next.root)) return;
    throw conflict(`The log has ${known.size} leaves, which a checkpoint of ${next.size} does not replace.`);
  }

  async #requireSame(log: number, part: TilePlace, content: Buffer): Promise<void> {
    const covered = filledOf(part, await this.#readSize(log));
    if (covered === 0) return;
    const before = await this.#get(keyOf(log, part));
    if (before && !isSame(firstOf(part, before, covered), firstOf(part, content, covered)))
      throw conflict('The checkpoint covers other leaves than these.');
  }

  async #findNewest(): Promise<number> {
    return Number((await this.#get(newestKey)) ?? 0);
  }

  async #readSize(log: number): Promise<number> {
    const content = await this.#get(keyOf(log, 'checkpoint'));
    const size = (content && read(content)?.size) ?? 0;
    // Nothing is kept of a log that does not exist: anybody may ask for any number.
    if (size > 0) this.#sizes.set(log, size);
    return size;
  }

  async #get(key: string): Promise<Buffer | null> {
    return (await this.#storage.stat(key)) && buffer(await this.#storage.get(key));
  }
}

/** Reads a checkpoint; null for anything else. */
function read(content: Buffer): Checkpoint | null {
  try {
    return parseCheckpoint(content.toString());
  } catch {
    return null;
  }
}

/** The first hashes of a tile, or leaves of a bundle; fewer where it has fewer. */
const firstOf = ({ level }: TilePlace, content: Buffer, width: number): Uint8Array => {
  if (level !== 'entries') return content.subarray(0, width * 32);
  const leaves = leavesIn(content);
  return width >= leaves.length && width === tileWidth ? content : bundleOf(leaves.slice(0, width));
};
