import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** As much of a file's beginning as telling its type takes. */
const headBytes = 4100;
/** As much of its end as a PDF's trailer may lie in. */
const tailBytes = 1024;

/** What went by, known once the stream has ended. */
export interface Measured {
  bytes: number;
  sha256: string;
  head: Buffer;
  tail: Buffer;
  /** More came than may; only the first `maxBytes` went through. */
  tooLarge: boolean;
}

/**
 * A stream that measures what goes through it. What exceeds the cap is swallowed instead of being an error, so that the
 * sender can finish and hear the answer.
 */
export class Intake extends Transform {
  readonly #maxBytes: number;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #tooLarge = false;
  #head: Buffer = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    if (this.#bytes + chunk.length > this.#maxBytes) this.#tooLarge = true;
    if (this.#tooLarge) return done();
    this.#bytes += chunk.length;
    this.#hash.update(chunk);
    if (this.#head.length < headBytes) this.#head = Buffer.concat([this.#head, chunk]).subarray(0, headBytes);
    this.#tail = chunk.length >= tailBytes ? chunk : Buffer.concat([this.#tail, chunk]);
    this.#tail = Buffer.from(this.#tail.subarray(-tailBytes));
    done(null, chunk);
  }

  measured(): Measured {
    return {
      bytes: this.#bytes,
      sha256: this.#hash.digest('hex'),
      head: this.#head,
      tail: this.#tail,
      tooLarge: this.#tooLarge,
    };
  }
}
