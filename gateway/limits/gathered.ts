import { unavailable } from '@tma/kit';
import type { Exchange } from './exchange.ts';

interface Body {
  bytes: number;
  since: number;
  isComplete: boolean;
}

/** How much memory the bodies take together that are gathered before a service gets them. */
export class Gathered {
  readonly #most: number;
  readonly #bodies = new Map<Exchange, Body>();
  #total = 0;

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts bytes of a body. Where they are too many, the bodies that took most of the memory for the longest time are given
   * up, which may be this one: a body of a resident takes a thousand bytes for a moment.
   */
  add(exchange: Exchange, bytes: number) {
    const body = this.#bodies.get(exchange) ?? { bytes: 0, since: Date.now(), isComplete: false };
    this.#bodies.set(exchange, body);
    body.bytes += bytes;
    this.#total += bytes;
    while (this.#total > this.#most) {
      const costliest = this.#costliest();
      if (!costliest) return;
      this.release(costliest);
      costliest.giveUp(unavailable(new Error('too many bodies are being gathered')));
    }
  }

  /** A body that is complete is a service's matter: it counts on, and is not given up any more. */
  complete(exchange: Exchange) {
    const body = this.#bodies.get(exchange);
    if (body) body.isComplete = true;
  }

  release(exchange: Exchange) {
    this.#total -= this.#bodies.get(exchange)?.bytes ?? 0;
    this.#bodies.delete(exchange);
  }

  #costliest(): Exchange | undefined {
    const now = Date.now();
    let found: Exchange | undefined;
    let most = -1;
    for (const [exchange, { bytes, since, isComplete }] of this.#bodies) {
      const cost = isComplete ? -1 : bytes * (now - since);
      if (cost > most) [found, most] = [exchange, cost];
    }
    return found;
  }
}
