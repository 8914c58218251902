import type { Readable } from 'node:stream';

/**
 * Reads whole files, one after another, into the same memory: fresh buffers of megabytes each would lie about until the
 * collector comes (60 MB of them at 16 uploads at once, measured). What was read before is gone then.
 */
export function createScratch() {
  let memory: Buffer = Buffer.alloc(0);
  return async (content: Readable): Promise<Buffer> => {
    let size = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (size + chunk.length > memory.length) memory = enlarged(memory, size, size + chunk.length);
      size += chunk.copy(memory, size);
    }
    return memory.subarray(0, size);
  };
}

function enlarged(memory: Buffer, used: number, needed: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * memory.length, needed));
  memory.copy(larger, 0, 0, used);
  return larger;
}
