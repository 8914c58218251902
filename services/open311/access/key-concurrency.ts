import { tooMany } from '@tma/kit';

/** The seconds are a guess: the next report is accepted as soon as one of these is done. */
const limit = {
  name: 'reports-at-once',
  seconds: 5,
  code: 'over_request_rate_limit',
  message: 'This key sends too many reports at once.',
};

/** Limits how many forms of each key this instance handles at once, so that slow senders leave connections to reports for others. */
export class KeyConcurrency {
  readonly #atOnce: number;
  readonly #counts = new Map<string, number>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Runs work for a key. Throws 429 where too much runs for it already. */
  async run<R>(id: string, work: () => Promise<R>): Promise<R> {
    const count = this.#counts.get(id) ?? 0;
    if (count >= this.#atOnce) throw tooMany({ ...limit, points: this.#atOnce }, limit.seconds * 1000);
    this.#counts.set(id, count + 1);
    try {
      return await work();
    } finally {
      const left = (this.#counts.get(id) ?? 1) - 1;
      if (left > 0) this.#counts.set(id, left);
      else this.#counts.delete(id);
    }
  }
}
