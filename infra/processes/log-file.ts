import { createWriteStream, renameSync, rmSync, type WriteStream } from 'node:fs';
import { lifetimes } from '@tma/contracts';
import type { Print } from './steps.ts';

/** Milliseconds until a log that could not be written is tried again. */
const retryMs = 1000;
/** A file of lines that are no older than half a log's life, and beside it one of those of the half before. */
const halfLifeMs = (lifetimes.log * 1000) / 2;
const lookMs = 3_600_000;

interface LogFile {
  write(line: string): void;
  close(): Promise<void>;
}

/**
 * Opens a log file, emptied. Lines that cannot be written, as on a full disk, are dropped; later ones are written again. No
 * line is kept for longer than `lifetimes.log`: after half of that the file is renamed to `<path>.1`, in the place of the
 * one before it.
 */
export function openLog(path: string, print: Print): LogFile {
  rmSync(`${path}.1`, { force: true });
  let stream: WriteStream | null = open('w');
  let nextTry = 0;
  let begun = Date.now();
  const looking = setInterval(() => {
    if (Date.now() - begun >= halfLifeMs - lookMs) turn();
  }, lookMs).unref();

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

  /** What is written to a renamed file goes on into it: no line is lost. */
  function turn() {
    try {
      renameSync(path, `${path}.1`);
    } catch (error) {
      print(`${path} cannot be renamed: ${(error as Error).message}`);
      return;
    }
    begun = Date.now();
    stream?.end();
    stream = open('w');
  }

  return {
    write(line) {
      if (!stream && Date.now() >= nextTry) stream = open('a');
      stream?.write(`${line}\n`);
    },
    async close() {
      clearInterval(looking);
      const last = stream;
      if (!last || last.closed) return;
      await new Promise<void>((resolve) => {
        last.once('close', () => resolve());
        last.end();
      });
    },
  };
}
