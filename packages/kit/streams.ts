import type { Readable } from 'node:stream';

/**
 * Lets a stream break while nobody reads it: its sender may go away before the first read or after the last, and an error
 * that nobody listens for ends the process. Whoever reads it is told as ever.
 */
export function ignoreStreamErrors<T extends Readable>(stream: T): T {
  return stream.on('error', () => undefined);
}
