import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** As much of a file's beginning as telling its type takes. */
const headBytes = 4100;
/** What ends a PDF (ISO 32000-1, 7.5.5). Other bytes may follow it. */
const trailer = Buffer.from('%%EOF');

/** What went by, known once the stream has ended. */
export interface Measured {
  bytes: number;
  sha256: string;
  head: Buffer;
  /** Whether a PDF's end was among it. */
  hasTrailer: boolean;
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
  #last: Buffer = Buffer.alloc(0);
  #hasTrailer = false;

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
    // It may lie across two chunks.
    this.#hasTrailer ||= chunk.includes(trailer) || Buffer.concat([this.#last, chunk.subarray(0, 4)]).includes(trailer);
    this.#last = Buffer.concat([this.#last, chunk.subarray(-4)]).subarray(-4);
    done(null, chunk);
  }

  measured(): Measured {
    return {
      bytes: this.#bytes,
      sha256: this.#hash.digest('hex'),
      head: this.#head,
      hasTrailer: this.#hasTrailer,
      tooLarge: this.#tooLarge,
    };
  }
}
