/** What large answers bring in one turn of the event loop, in bytes: under a millisecond of work. */
const turnBytes = 256 * 1024;
/** What one of them brings at a time. */
const pieceBytes = 64 * 1024;

/**
 * Large answers of all callers take turns, so that small ones, and new connections, of which Node takes one a turn, do not wait
 * for all of them.
 */
export class Turns {
  #bytes = 0;
  #isBegun = false;
  readonly #waiting: (() => void)[] = [];

  /** Counts a piece. @returns whether this turn has brought enough */
  bring(piece: Buffer): boolean {
    this.#begin();
    this.#bytes += piece.length;
    return this.#bytes >= turnBytes;
  }

  /** Calls this in this turn, or in a later one where it has brought enough. */
  next(goOn: () => void) {
    if (this.#bytes < turnBytes && this.#waiting.length === 0) return goOn();
    this.#waiting.push(goOn);
  }

  #begin() {
    if (this.#isBegun) return;
    this.#isBegun = true;
    setImmediate(() => {
      this.#isBegun = false;
      this.#bytes = 0;
      for (const goOn of this.#waiting.splice(0, turnBytes / pieceBytes)) goOn();
      if (this.#waiting.length > 0) this.#begin();
    });
  }
}
