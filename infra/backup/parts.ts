import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file of a backup: on disk when it is closed, and never over another. */
export const writePart = (path: string) => createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
export const readPart = (path: string) => createReadStream(path);

/** A stream that hands on what comes; its hash is asked for at the end. */
export function hashed() {
  const hash = createHash('sha256');
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, sha256: () => hash.digest('hex') };
}

export async function hashOf(path: string): Promise<string> {
  const { through, sha256 } = hashed();
  await pipeline(readPart(path), through, new Writable({ write: (_chunk, _encoding, done) => done() }));
  return sha256();
}
