import { createWriteStream, renameSync, rmSync, type WriteStream } from 'node:fs';
import { lifetimes } from '@tma/contracts';
import type { Print } from './steps.ts';

/** Milliseconds until a log that could not be written is tried again. */
const retryMs = 1000;
/** A file of lines that are no older than half a log's life, and beside it one of those of the half before. */
const halfLifeMs = (lifetimes.log * 1000) / 2;
/** Neither is larger than this, and what comes in a minute: whoever calls without end fills no disk with lines. */
const mostBytes = 100 * 2 ** 20;
const lookMs = 60_000;

/**
 * Opens a log file, emptied. Lines that cannot be written, as on a full disk, are dropped; later ones are written again. No
 * line is kept for longer than `lifetimes.log`: after half of that, or once it is full, the file is renamed to `<path>.1`, in
 * the place of the one before it. @param most bytes of a file
 */
export function openLog(path: string, print: Print, most = mostBytes): RotatedFile {
  rmSync(`${path}.1`, { force: true });
  return new RotatedFile(path, print, most);
}

class RotatedFile {
  readonly #path: string;
  readonly #print: Print;
  readonly #looking: NodeJS.Timeout;
  #stream: WriteStream | null;
  #nextTry = 0;
  #startedAt = Date.now();

  constructor(path: string, print: Print, most: number) {
    this.#path = path;
    this.#print = print;
    this.#stream = this.#open('w');
    this.#looking = setInterval(() => {
      const isFull = (this.#stream?.bytesWritten ?? 0) >= most;
      if (isFull || Date.now() - this.#startedAt >= halfLifeMs - lookMs) this.#rotate();
    }, lookMs).unref();
  }

  write(line: string): void {
    if (!this.#stream && Date.now() >= this.#nextTry) this.#stream = this.#open('a');
    this.#stream?.write(`${line}\n`);
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    const last = this.#stream;
    if (!last || last.closed) return;
    await new Promise<void>((resolve) => {
      last.once('close', () => resolve());
      last.end();
    });
  }

  #open(flags: 'w' | 'a'): WriteStream {
    const opened = createWriteStream(this.#path, { flags });
    opened.on('error', (error) => {
      if (this.#stream !== opened) return;
      this.#stream = null;
      this.#nextTry = Date.now() + retryMs;
      this.#print(`${this.#path} cannot be written: ${error.message}`);
    });
    return opened;
  }

  /** What is written to a renamed file goes on into it: no line is lost. */
  #rotate(): void {
    try {
      renameSync(this.#path, `${this.#path}.1`);
    } catch (error) {
      this.#print(`${this.#path} cannot be renamed: ${(error as Error).message}`);
      return;
    }
    this.#startedAt = Date.now();
    this.#stream?.end();
    this.#stream = this.#open('w');
  }
}
