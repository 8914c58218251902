import type { Readable } from 'node:stream';

/**
 * Memory for one file after another: new buffers of megabytes each would stay until the garbage collector runs
 * (60 MB of them at 16 uploads at once, measured). What was returned is overwritten the next time.
 */
export class ReusableBuffer {
  #memory: Buffer = Buffer.alloc(0);

  /** Memory of so many bytes. */
  readonly allocate = (bytes: number): Buffer => {
    if (bytes > this.#memory.length) this.#memory = Buffer.allocUnsafeSlow(bytes);
    return this.#memory.subarray(0, bytes);
  };

  /** Reads a whole file into it. */
  async read(content: Readable): Promise<Buffer> {
    let size = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (size + chunk.length > this.#memory.length) this.#enlarge(size, size + chunk.length);
      size += chunk.copy(this.#memory, size);
    }
    return this.#memory.subarray(0, size);
  }

  #enlarge(used: number, needed: number) {
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#memory.length, needed));
    this.#memory.copy(larger, 0, 0, used);
    this.#memory = larger;
  }
}
