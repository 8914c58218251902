import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';

/** A step of a pipeline that encrypts or decrypts one file, chunk by chunk. */
export type FileCipher = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

export const encryptedEnd = '.age';

/** A new file of a backup, flushed to disk when it is closed; an existing one is an error. */
export const createBackupFile = (path: string) => createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
export const readBackupFile = (path: string) => createReadStream(path);

/** A stream that passes everything through; `sha256` returns the hash (hex) once it has ended. */
export function hashingStream() {
  const hash = createHash('sha256');
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, sha256: () => hash.digest('hex') };
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readBackupFile(path)) hash.update(chunk);
  return hash.digest('hex');
}
