/**
 * The process in which pictures are decoded. Its file descriptor 3 is a socket, on which the service sends originals and reads
 * the results (`decoder-socket.ts`). As many are decoded at once as its memory has room for. It ends itself by SIGKILL when a
 * picture takes too much, as nothing else ends a decoder in the middle of its work: decoding has threads of its own, so that
 * this one always runs.
 */
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { estimateMemory, memoryBudget, minMemory, toWebp } from './codec.mjs';
import { croppedHashes, differenceHash, takenAt } from './image-features.mjs';

/** Resident memory of this whole process, in bytes: 60 MB before any picture. */
const maxResident = 304 * 2 ** 20;
/** Processor time of one picture, in microseconds. Not the time that passes, which is longer on a busy machine. */
const maxProcessorTime = 5_000_000;
/** Decoders write about 10 MB in this many milliseconds. */
const watchEveryMs = 5;
/**
 * Five numbers of 32 bits come before each original: its slot, the longest side of the rendering, 1 to decode it alone, its bytes,
 * and its `ImageFeatures` (`decoder.ts`).
 */
const headerBytes = 20;

const endNow = () => process.kill(process.pid, 'SIGKILL');

try {
  // Should the system run out of memory all the same, this process is ended, not the service.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not Linux, or not allowed.
}

/** The memory of each slot, for one original after another. @type {Buffer[]} */
const buffers = [];
/** Slots whose pictures have begun to arrive and are not answered yet. @type {Set<number>} */
const unanswered = new Set();
const header = Buffer.alloc(headerBytes);
/** How much has arrived of the header and the original behind it. */
let arrived = 0;
let original = header;

/** @param {Buffer} chunk */
function receive(chunk) {
  let rest = chunk;
  while (rest.length > 0) {
    const copied = arrived < headerBytes ? rest.copy(header, arrived) : rest.copy(original, arrived - headerBytes);
    rest = rest.subarray(copied);
    arrived += copied;
    if (arrived < headerBytes) continue;
    const [slot, side, isAlone, bytes, features] = [0, 4, 8, 12, 16].map((at) => header.readUInt32LE(at));
    if (arrived === headerBytes) original = bufferOf(slot, bytes);
    unanswered.add(slot);
    if (arrived < headerBytes + original.length) continue;
    arrived = 0;
    void work({ slot, original, side, isAlone: isAlone === 1, features });
  }
}

/** @param {number} slot @param {number} bytes */
function bufferOf(slot, bytes) {
  const known = buffers[slot];
  const buffer = known && known.length >= bytes ? known : Buffer.allocUnsafeSlow(bytes);
  buffers[slot] = buffer;
  return buffer.subarray(0, bytes);
}

const input = new Socket({
  fd: 3,
  onread: {
    buffer: Buffer.allocUnsafeSlow(256 * 1024),
    callback: (bytes, buffer) => {
      receive(Buffer.from(buffer.buffer, buffer.byteOffset, bytes));
      return true;
    },
  },
});
// Also if the service was killed (kill -9).
input.on('error', endNow).on('end', endNow).resume();

/**
 * Two numbers of 32 bits come before each answer: the bytes of its JSON, and those of the WebP behind it.
 * @param {import('./decoder-socket.ts').Answer} answer @param {Uint8Array=} content @param {(() => void)=} done
 */
function send(answer, content = new Uint8Array(), done = undefined) {
  const text = Buffer.from(JSON.stringify(answer));
  input.cork();
  input.write(Buffer.from(Uint32Array.of(text.length, content.length).buffer));
  input.write(text);
  input.write(content, done);
  input.uncork();
}

/** Bytes that pictures may still take, and who waits for more of them than there are, the first one first. */
let freeMemory = memoryBudget;
/** @type {{ bytes: number, resolve: (nothing?: undefined) => void }[]} */
const waiting = [];

/** @param {number} bytes */
function acquire(bytes) {
  return new Promise((resolve) => {
    waiting.push({ bytes, resolve });
    release(0);
  });
}

/** @param {number} bytes */
function release(bytes) {
  freeMemory += bytes;
  for (let first = waiting[0]; first && first.bytes <= freeMemory; first = waiting[0]) {
    waiting.shift();
    freeMemory -= first.bytes;
    first.resolve();
  }
}

/** @param {{ slot: number, original: Buffer, side: number, isAlone: boolean, features: number }} job */
async function work({ slot, original, side, isAlone, features }) {
  let memory = isAlone ? memoryBudget : minMemory;
  await acquire(memory);
  startClock(slot);
  try {
    const needed = await estimateMemory(original);
    if (needed > memory) {
      // Given back first, so that two that need more do not wait for each other.
      stopClock(slot);
      release(memory);
      memory = needed;
      await acquire(memory);
      startClock(slot);
    }
    const content = await toWebp(original, side);
    const hash = features >= 1 ? await differenceHash(content) : null;
    const ofProof = features >= 2 && { takenAt: await takenAt(original), cropped: await croppedHashes(content) };
    send({ slot, hash, takenAt: null, cropped: [], ...ofProof }, content);
  } catch (error) {
    send({ slot, refused: (error instanceof Error ? error.message : String(error)).slice(0, 500) });
  } finally {
    unanswered.delete(slot);
    stopClock(slot);
    release(memory);
  }
}

/** The slots whose pictures are decoded now, and the processor time of each in microseconds: they share what passes. @type {Map<number, number>} */
const usedTime = new Map();
let measuredAt = 0;
/** @type {NodeJS.Timeout | undefined} */
let watchTimer;

/** @param {number} slot */
function startClock(slot) {
  if (usedTime.size === 0) {
    measuredAt = processorTime();
    watchTimer = setInterval(watch, watchEveryMs);
  }
  usedTime.set(slot, 0);
}

/** @param {number} slot */
function stopClock(slot) {
  usedTime.delete(slot);
  if (usedTime.size === 0) clearInterval(watchTimer);
}

function processorTime() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function watch() {
  const now = processorTime();
  const share = (now - measuredAt) / usedTime.size;
  measuredAt = now;
  for (const [slot, used] of usedTime) usedTime.set(slot, used + share);
  if (Math.max(...usedTime.values()) > maxProcessorTime) giveUp('time');
  else if (process.memoryUsage.rss() > maxResident) giveUp('memory');
}

/** Ends the process. If several pictures are being decoded, the cause is unknown: each is sent again, alone. @param {string} limit */
function giveUp(limit) {
  clearInterval(watchTimer);
  /** @param {number} slot @returns {{ refused: string } | { retry: 'asBefore' | 'alone' }} */
  const answerTo = (slot) => {
    if (!usedTime.has(slot)) return { retry: 'asBefore' };
    return usedTime.size === 1 ? { refused: limit } : { retry: 'alone' };
  };
  const sent = [...unanswered].map(
    (slot) => new Promise((resolve) => send({ slot, ...answerTo(slot) }, undefined, () => resolve(null))),
  );
  void Promise.all(sent).then(endNow);
}
