import type { Readable } from 'node:stream';

/** Memory for one original at a time. */
export interface Scratch {
  /** Memory of so many bytes. */
  allocate(bytes: number): Buffer;
  /** Reads a whole file into it. */
  read(content: Readable): Promise<Buffer>;
}

/**
 * The same memory for one file after another: new buffers of megabytes each would stay until the garbage collector runs
 * (60 MB of them at 16 uploads at once, measured). What was returned is overwritten the next time.
 */
export function createScratch(): Scratch {
  let memory: Buffer = Buffer.alloc(0);
  return {
    allocate(bytes) {
      if (bytes > memory.length) memory = Buffer.allocUnsafeSlow(bytes);
      return memory.subarray(0, bytes);
    },
    async read(content) {
      let size = 0;
      for await (const chunk of content as AsyncIterable<Buffer>) {
        if (size + chunk.length > memory.length) memory = enlarge(memory, size, size + chunk.length);
        size += chunk.copy(memory, size);
      }
      return memory.subarray(0, size);
    },
  };
}

function enlarge(memory: Buffer, used: number, needed: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * memory.length, needed));
  memory.copy(larger, 0, 0, used);
  return larger;
}
