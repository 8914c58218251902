import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type ReceivedFile, readPieces, readWhole } from './storage.ts';

/** A file on this disk that waits to be sent to a server. */
export interface Spooled extends Omit<ReceivedFile, 'keep'> {
  size: number;
  /** Base64, as `Content-MD5` has it. */
  md5: string;
  /** Its content from the beginning, as often as it is called. */
  stream(): Readable;
}

/** Writes a stream to a file without a name: whatever ends this process, nothing of it stays on the disk. */
export async function spool(content: Readable, folder: string): Promise<Spooled> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, crypto.randomUUID());
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    const hash = createHash('md5');
    let size = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk);
      await file.writeFile(chunk);
      size += chunk.length;
    }
    return {
      size,
      md5: hash.digest('base64'),
      stream: () => file.createReadStream({ start: 0, autoClose: false }),
      pieces: () => readPieces(file),
      read: (allocate) => readWhole(file, allocate),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}
