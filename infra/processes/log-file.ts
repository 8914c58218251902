import { createWriteStream, type WriteStream } from 'node:fs';
import type { Print } from './steps.ts';

/** Milliseconds until a log that could not be written is tried again. */
const retryMs = 1000;

interface LogFile {
  write(line: string): void;
  close(): Promise<void>;
}

/** Opens a log file, emptied. Lines that cannot be written, as on a full disk, are dropped; later ones are written again. */
export function openLog(path: string, print: Print): LogFile {
  let stream: WriteStream | null = open('w');
  let nextTry = 0;

  function open(flags: 'w' | 'a'): WriteStream {
    const opened = createWriteStream(path, { flags });
    opened.on('error', (error) => {
      if (stream !== opened) return;
      stream = null;
      nextTry = Date.now() + retryMs;
      print(`${path} cannot be written: ${error.message}`);
    });
    return opened;
  }

  return {
    write(line) {
      if (!stream && Date.now() >= nextTry) stream = open('a');
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
