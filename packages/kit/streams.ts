import type { Readable } from 'node:stream';

/**
 * Ignores a stream's errors while nobody reads it: its sender may disconnect before the first read or after the last, and
 * an error without a listener ends the process. Readers get the error as ever.
 */
export function ignoreStreamErrors<T extends Readable>(stream: T): T {
  return stream.on('error', () => undefined);
}
