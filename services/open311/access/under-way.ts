import { HttpError } from '@tma/kit';

/** What each key has under way in this instance: one that sends slowly leaves connections to reports for the others. */
export class UnderWay {
  readonly #atOnce: number;
  readonly #counts = new Map<string, number>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Does work for a key. Throws 429 where it has as much under way as it may. */
  async during<R>(id: string, work: () => Promise<R>): Promise<R> {
    const count = this.#counts.get(id) ?? 0;
    if (count >= this.#atOnce)
      throw new HttpError(429, 'over_request_rate_limit', 'This key sends too many reports at once.', {
        headers: { 'retry-after': '5' },
      });
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
