/**
 * The process in which pictures are decoded: `decoder.ts` starts it and sends it originals. As many are decoded at once as its
 * memory has room for. It ends itself by SIGKILL when a picture takes too much, as nothing else ends a decoder in the middle of
 * its work: decoding has threads of its own, so that this one always runs.
 */
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { heldBytes, maxHeld, rows, toWebp } from './codec.mjs';
import { hashOf, takenAt } from './traits.mjs';

/** Resident memory of this whole process, in bytes: 60 MB before any picture. */
const maxMemory = 304 * 2 ** 20;
/** Processor time of one picture, in microseconds: on a busy machine time passes that is not the picture's. */
const maxProcessorTime = 5_000_000;
/** Decoders write about 10 MB in this many milliseconds. */
const watchEveryMs = 5;
/**
 * Five numbers of 32 bits come before each original: its lane, the longest side to draw, 1 to decode it alone, its bytes, and what
 * to tell of it (`Telling` in `decoder.ts`).
 */
const headBytes = 20;

/** @param {(() => void)=} done @param {import('./decoder.ts').Answer & { lane: number }} answer */
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

/** The last original of each lane, in memory that is used again. @type {Buffer[]} */
const memories = [];
/** Lanes whose pictures have begun to arrive and are not answered yet. @type {Set<number>} */
const present = new Set();
const head = Buffer.alloc(headBytes);
/** How much has arrived of the head and the original behind it. */
let arrived = 0;
let original = head;

/** @param {Buffer} piece */
function take(piece) {
  let rest = piece;
  while (rest.length > 0) {
    const copied = arrived < headBytes ? rest.copy(head, arrived) : rest.copy(original, arrived - headBytes);
    rest = rest.subarray(copied);
    arrived += copied;
    if (arrived === headBytes) original = memoryFor(head.readUInt32LE(0), head.readUInt32LE(12));
    if (arrived >= headBytes) present.add(head.readUInt32LE(0));
    if (arrived < headBytes + original.length) continue;
    arrived = 0;
    void work(head.readUInt32LE(0), original, head.readUInt32LE(4), head.readUInt32LE(8) === 1, head.readUInt32LE(16));
  }
}

/** @param {number} lane @param {number} bytes */
function memoryFor(lane, bytes) {
  const known = memories[lane];
  const memory = known && known.length >= bytes ? known : Buffer.allocUnsafeSlow(bytes);
  memories[lane] = memory;
  return memory.subarray(0, bytes);
}

const input = new Socket({
  fd: 3,
  onread: {
    buffer: Buffer.allocUnsafeSlow(256 * 1024),
    callback: (bytes, buffer) => {
      take(Buffer.from(buffer.buffer, buffer.byteOffset, bytes));
      return true;
    },
  },
});
input.on('error', endNow).resume();

/** Bytes that pictures may still hold, and who waits for more of them than there are, the first one first. */
let room = maxHeld;
/** @type {{ bytes: number, enter: (nothing?: undefined) => void }[]} */
const waiting = [];

/** @param {number} bytes */
function enter(bytes) {
  return new Promise((resolve) => {
    waiting.push({ bytes, enter: resolve });
    leave(0);
  });
}

/** @param {number} bytes */
function leave(bytes) {
  room += bytes;
  for (let first = waiting[0]; first && first.bytes <= room; first = waiting[0]) {
    waiting.shift();
    room -= first.bytes;
    first.enter();
  }
}

/** @param {number} lane @param {Buffer} content @param {number} side @param {boolean} alone @param {number} telling */
async function work(lane, content, side, alone, telling) {
  let held = alone ? maxHeld : rows;
  await enter(held);
  begin(lane);
  try {
    const needed = await heldBytes(content);
    if (needed > held) {
      // Given back first, so that two that need more do not wait for each other.
      end(lane);
      leave(held);
      held = needed;
      await enter(held);
      begin(lane);
    }
    const drawn = await toWebp(content, side);
    const hash = telling >= 1 ? await hashOf(drawn) : null;
    send({ lane, content: drawn, hash, takenAt: telling >= 2 ? await takenAt(content) : null });
  } catch (error) {
    send({ lane, refused: error instanceof Error ? error.message : String(error) });
  } finally {
    present.delete(lane);
    end(lane);
    leave(held);
  }
}

/** The lanes whose pictures are decoded now, and the processor time of each in microseconds: they share what passes. @type {Map<number, number>} */
const used = new Map();
let measured = 0;
/** @type {NodeJS.Timeout | undefined} */
let watching;

/** @param {number} lane */
function begin(lane) {
  if (used.size === 0) {
    measured = processorTime();
    watching = setInterval(watch, watchEveryMs);
  }
  used.set(lane, 0);
}

/** @param {number} lane */
function end(lane) {
  used.delete(lane);
  if (used.size === 0) clearInterval(watching);
}

function processorTime() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function watch() {
  const now = processorTime();
  const share = (now - measured) / used.size;
  measured = now;
  let longest = 0;
  for (const [lane, before] of used) {
    used.set(lane, before + share);
    longest = Math.max(longest, before + share);
  }
  if (longest > maxProcessorTime) giveUp('time');
  else if (process.memoryUsage.rss() > maxMemory) giveUp('memory');
}

/** Ends the process. Of several that are decoded nobody knows whose fault it is: each is to come again, alone. @param {string} limit */
function giveUp(limit) {
  clearInterval(watching);
  const isOne = used.size === 1;
  const told = [...present].map(
    (lane) =>
      new Promise((resolve) => {
        if (!used.has(lane)) send({ lane, again: 'likewise' }, () => resolve(null));
        else send(isOne ? { lane, refused: limit } : { lane, again: 'alone' }, () => resolve(null));
      }),
  );
  void Promise.all(told).then(endNow);
}
