/**
 * The process in which pictures are decoded, one at a time: `decoder.ts` starts it and says what it is told. It ends itself
 * by SIGKILL when a picture takes too much, as nothing else ends a decoder in the middle of its work: decoding has threads
 * of its own, so that this one always runs.
 */
import { writeFileSync } from 'node:fs';
import { check, toWebp } from './codec.mjs';

/** Resident memory of this whole process, in bytes: 60 MB before any picture. */
const maxMemory = 304 * 2 ** 20;
/** Processor time of one picture, in microseconds: on a busy machine time passes that is not the picture's. */
const maxProcessorTime = 5_000_000;
/** Decoders write about 10 MB in this many milliseconds. */
const watchEveryMs = 5;

/** @param {(() => void)=} done @param {import('./decoder.ts').Answer} answer */
const send = (answer, done) => process.send?.(answer, undefined, undefined, done);
const endNow = () => process.kill(process.pid, 'SIGKILL');

// However the service ended, kill -9 included.
process.on('disconnect', endNow);
try {
  // Should the system run out of memory all the same, this process is ended, not the service.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not Linux, or not allowed.
}

/** What has arrived of the original, in memory that is used again. */
let memory = Buffer.alloc(0);
let size = 0;

process.on('message', (/** @type {import('./decoder.ts').Message} */ message) => {
  if ('bytes' in message) {
    if (message.bytes > memory.length) memory = Buffer.allocUnsafeSlow(message.bytes);
    size = 0;
  } else if ('chunk' in message) {
    memory.set(message.chunk, size);
    size += message.chunk.length;
  } else {
    void work(memory.subarray(0, size), message.side);
  }
});

/** @param {Buffer} original @param {number | null} side */
async function work(original, side) {
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (process.memoryUsage.rss() > maxMemory) send({ refused: 'memory' }, endNow);
    else if (user + system > maxProcessorTime) send({ refused: 'time' }, endNow);
  }, watchEveryMs);
  try {
    if (side === null) await check(original);
    const content = side === null ? new Uint8Array() : await toWebp(original, side);
    send({ content });
  } catch (error) {
    send({ refused: error instanceof Error ? error.message : String(error) });
  } finally {
    clearInterval(watch);
  }
}
