import { unavailable } from '@tma/kit';
import type { Exchange } from './exchange.ts';

interface Bounds {
  /** Bytes of all bodies together. */
  total: number;
  /** Of these, of one client. */
  client: number;
}

interface Body {
  bytes: number;
  since: number;
  /** Whether a service gets it now. */
  isServed: boolean;
}

/** How much memory the bodies take together that are gathered before a service gets them. */
export class Gathered {
  readonly #bounds: Bounds;
  readonly #bodies = new Map<Exchange, Body>();
  /** Bytes of each client that has any. */
  readonly #byClient = new Map<string, number>();
  #total = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * Counts bytes of a body. Where they are too many, the bodies that took most of the memory for the longest time are given
   * up, which may be this one: a body of a resident takes a thousand bytes for a moment.
   */
  add(exchange: Exchange, bytes: number) {
    const body = this.#bodies.get(exchange) ?? { bytes: 0, since: Date.now(), isServed: false };
    this.#bodies.set(exchange, body);
    body.bytes += bytes;
    this.#count(exchange.client, bytes);
    while (this.#bytesOf(exchange.client) > this.#bounds.client) if (!this.#giveUp(exchange.client)) break;
    while (this.#total > this.#bounds.total) if (!this.#giveUp(null)) break;
  }

  /** A body that a service gets counts on, and is not given up any more. One that waits for its turn is. */
  serve(exchange: Exchange) {
    const body = this.#bodies.get(exchange);
    if (body) body.isServed = true;
  }

  release(exchange: Exchange) {
    const body = this.#bodies.get(exchange);
    if (!body) return;
    this.#bodies.delete(exchange);
    this.#count(exchange.client, -body.bytes);
  }

  #bytesOf = (client: string) => this.#byClient.get(client) ?? 0;

  #count(client: string, bytes: number) {
    this.#total += bytes;
    const sum = this.#bytesOf(client) + bytes;
    if (sum === 0) this.#byClient.delete(client);
    else this.#byClient.set(client, sum);
  }

  /** Gives up the costliest body, of one client or of all. @returns whether there is one */
  #giveUp(client: string | null): boolean {
    const now = Date.now();
    let found: Exchange | undefined;
    let most = -1;
    for (const [exchange, { bytes, since, isServed }] of this.#bodies) {
      if (isServed || (client !== null && exchange.client !== client)) continue;
      const cost = bytes * (now - since);
      if (cost > most) [found, most] = [exchange, cost];
    }
    if (!found) return false;
    this.release(found);
    found.giveUp(unavailable(cause));
    return true;
  }
}

/** Made once, as in `Places`. */
const cause = new Error('too many bodies are being gathered');
