import type { Readable } from 'node:stream';

/** Where bytes lie. Keys are relative paths; what was put under a key is never written again. */
export interface Storage {
  /** Keeps the whole stream under the key, durably, or nothing of it. */
  put(key: string, content: Readable): Promise<void>;
  /** The bytes from `start` to `end` inclusive; all of them without a range. Throws when there is no such key. */
  get(key: string, range?: Range): Promise<Readable>;
  /** The size in bytes and the time of writing, or null when there is no such key. */
  stat(key: string): Promise<{ size: number; modifiedAt: Date } | null>;
  /** Removes what lies under the key, if anything does. */
  delete(key: string): Promise<void>;
  /** Every key below a folder; below '' every key there is. */
  list(folder: string): AsyncIterable<string>;
}

export interface Range {
  start: number;
  end: number;
}

/** An original's key, spread over 256 folders by the random end of its id. */
export const originalKey = (id: string) => `originals/${id.slice(-2)}/${id}`;

/** The id in an original's key. */
export const originalId = (key: string) => key.slice(key.lastIndexOf('/') + 1);
