import { createWriteStream, type WriteStream } from 'node:fs';
import type { Say } from './steps.ts';

/** Milliseconds until a log that could not be written is tried again. */
const retryMs = 1000;

interface LogFile {
  write(line: string): void;
  close(): Promise<void>;
}

/** A log begun anew. Lines that cannot be written, as on a full disk, are left out; those after them are written again. */
export function openLog(path: string, say: Say): LogFile {
  let stream: WriteStream | null = begin('w');
  let nextTry = 0;

  function begin(flags: 'w' | 'a'): WriteStream {
    const opened = createWriteStream(path, { flags });
    opened.on('error', (error) => {
      if (stream !== opened) return;
      stream = null;
      nextTry = Date.now() + retryMs;
      say(`${path} cannot be written: ${error.message}`);
    });
    return opened;
  }

  return {
    write(line) {
      if (!stream && Date.now() >= nextTry) stream = begin('a');
      stream?.write(`${line}\n`);
    },
    async close() {
      const last = stream;
      if (!last || last.closed) return;
      await new Promise<void>((resolve) => {
        last.once('close', () => resolve());
        last.end();
      });
    },
  };
}
