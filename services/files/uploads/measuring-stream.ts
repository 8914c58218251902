import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** As many of a file's first bytes as recognising its type takes. */
const headBytes = 4100;
/** The end of a PDF (ISO 32000-1, 7.5.5). Other bytes may follow it. */
const trailer = Buffer.from('%%EOF');

/** What is known of a file once the stream has ended. */
export interface Measurements {
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
  /** The first 4100 bytes. */
  head: Buffer;
  /** Whether it contains the end of a PDF. */
  hasTrailer: boolean;
  /** Whether more than `maxBytes` came; what exceeds them was dropped. */
  tooLarge: boolean;
}

/** Measures what passes. What exceeds the limit is dropped without an error, so that its sender reads the answer. */
export class MeasuringStream extends Transform {
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
    // It may be split over two chunks.
    this.#hasTrailer ||= chunk.includes(trailer) || Buffer.concat([this.#last, chunk.subarray(0, 4)]).includes(trailer);
    this.#last = Buffer.concat([this.#last, chunk.subarray(-4)]).subarray(-4);
    done(null, chunk);
  }

  measurements(): Measurements {
    return {
      bytes: this.#bytes,
      sha256: this.#hash.digest('hex'),
      head: this.#head,
      hasTrailer: this.#hasTrailer,
      tooLarge: this.#tooLarge,
    };
  }
}
