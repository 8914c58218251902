import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/**
 * Where the bytes of pictures and documents are kept. Keys are relative paths with `/`; what was put under a key is never
 * overwritten. A backend is a file beside this one, its line in open.ts, and its settings in the service's config.ts.
 */
export interface Storage {
  /** Takes a whole stream in, which nothing of is left when this throws. */
  receive(content: Readable): Promise<ReceivedFile>;
  /** Stores the whole stream under the key, durably, or nothing of it. */
  put(key: string, content: Readable): Promise<void>;
  /** The bytes from `start` to `end` inclusive; all of them without a range. Throws when the key does not exist. */
  get(key: string, range?: Range): Promise<Readable>;
  /** The size in bytes and the time of writing, or null when the key does not exist. */
  stat(key: string): Promise<{ size: number; modifiedAt: Date } | null>;
  /** Removes what is kept under the key, if it exists. */
  delete(key: string): Promise<void>;
  /** Every key below a folder; below '' every key that exists. */
  list(folder: string): AsyncIterable<string>;
}

/** The same as `get`; null where nothing is kept under the key, also where it was removed since somebody looked. */
export async function getIfKept(storage: Storage, key: string, range?: Range): Promise<Readable | null> {
  try {
    return await storage.get(key, range);
  } catch (error) {
    if (await storage.stat(key)) throw error;
    return null;
  }
}

/** A file that has arrived whole, on this disk, and is kept under no key yet. */
export interface ReceivedFile {
  /** All of it. @param allocate gives the memory for so many bytes */
  read(allocate: (bytes: number) => Buffer): Promise<Buffer>;
  /** All of it in pieces, from the beginning. */
  pieces(): AsyncIterable<Buffer>;
  /** Stores it under the key, durably. */
  keep(key: string): Promise<void>;
  /** Ends it: what was not kept is gone. */
  close(): Promise<void>;
}

export async function storeWhole(arriving: Promise<ReceivedFile>, key: string): Promise<void> {
  const arrived = await arriving;
  await arrived.keep(key).finally(arrived.close);
}

/** Reads an open file from its beginning. */
export async function readWhole(file: FileHandle, allocate: (bytes: number) => Buffer): Promise<Buffer> {
  const { size } = await file.stat();
  const memory = allocate(size);
  const { bytesRead } = await file.read(memory, 0, size, 0);
  if (bytesRead < size) throw new Error('A file was not read to its end');
  return memory;
}

const pieceBytes = 64 * 1024;

/** The same in pieces. A stream would close the file at its end, or where nobody reads on. */
export async function* readPieces(file: FileHandle): AsyncIterable<Buffer> {
  let position = 0;
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Bytes of a file, both ends inclusive, counted from 0. */
export interface Range {
  start: number;
  end: number;
}
