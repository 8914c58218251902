import { AsyncLocalStorage } from 'node:async_hooks';
import { type HttpError, unavailable } from '@tma/kit/http/http-error';
import type { Exchange } from './exchange.ts';

interface Bounds {
  /** How many are under way at once. */
  total: number;
  /** How many of these one client may have. */
  client: number;
  /** How many may wait. */
  waiting: number;
  /** Milliseconds that one waits at most. */
  waitMs: number;
  /** Milliseconds for which a caller may make no progress while another waits. */
  stallMs: number;
  /** Milliseconds for which one may be under way while another waits, even if it makes progress. */
  holdMs: number;
}

type Ready = (error?: HttpError) => void;

/**
 * Lets a limited number of exchanges be under way. Above that a request waits; it may take the place of one whose
 * caller makes no progress, or that is under way for too long. The newest waiting request is served first: under
 * overload the oldest would be answered too late in any case.
 */
export class ConcurrencyLimiter {
  readonly #bounds: Bounds;
  /** Those under way, and since when, by `performance.now()`. */
  readonly #active = new Map<Exchange, number>();
  /** How many each client has of these. */
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Map<Exchange, { since: number; ready: Ready }>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** @param ready called when the exchange may go on, or with a 503 */
  acquire(exchange: Exchange, ready: Ready) {
    if (exchange.isOver) return ready();
    const now = performance.now();
    if (this.#findRoom(exchange, now)) {
      this.#start(exchange);
      return ready();
    }
    const [longest] = this.#waiting.keys();
    if (longest && this.#waiting.size === this.#bounds.waiting) this.#refuse(longest);
    // It goes on in its own trace, whoever makes room for it.
    this.#waiting.set(exchange, { since: now, ready: AsyncLocalStorage.bind(ready) });
  }

  /** Notes that an exchange is over, also one that waits. */
  release(exchange: Exchange) {
    this.#waiting.delete(exchange);
    if (!this.#stop(exchange)) return;
    const next = this.#newestFirst().find((waiting) => this.#hasRoom(waiting));
    if (next) this.#grant(next);
  }

  /** Ends exchanges that keep others waiting, refuses those that have waited too long. @param now by `performance.now()` */
  settle(now: number) {
    for (const exchange of this.#newestFirst()) {
      const waiting = this.#waiting.get(exchange);
      if (!waiting) continue;
      if (this.#findRoom(exchange, now)) this.#grant(exchange);
      else if (now - waiting.since >= this.#bounds.waitMs) this.#refuse(exchange);
    }
  }

  #newestFirst = () => [...this.#waiting.keys()].reverse();

  #grant(exchange: Exchange) {
    const waiting = this.#waiting.get(exchange);
    this.#waiting.delete(exchange);
    this.#start(exchange);
    waiting?.ready();
  }

  #refuse(exchange: Exchange) {
    const waiting = this.#waiting.get(exchange);
    this.#waiting.delete(exchange);
    waiting?.ready(tooMany());
  }

  #start(exchange: Exchange) {
    this.#active.set(exchange, performance.now());
    this.#counts.set(exchange.client, this.#countOf(exchange) + 1);
  }

  #stop(exchange: Exchange): boolean {
    if (!this.#active.delete(exchange)) return false;
    const count = this.#countOf(exchange) - 1;
    if (count === 0) this.#counts.delete(exchange.client);
    else this.#counts.set(exchange.client, count);
    return true;
  }

  #countOf = ({ client }: Exchange) => this.#counts.get(client) ?? 0;

  #hasRoom = (exchange: Exchange) =>
    this.#active.size < this.#bounds.total && this.#countOf(exchange) < this.#bounds.client;

  /** Whether there is room for an exchange, or was made by giving up another. */
  #findRoom(exchange: Exchange, now: number): boolean {
    if (this.#hasRoom(exchange)) return true;
    const isOwn = this.#countOf(exchange) >= this.#bounds.client;
    const found = this.#slowest(now, isOwn ? exchange.client : null);
    if (!found) return false;
    this.#stop(found);
    found.giveUp(tooMany());
    return true;
  }

  /** The one whose caller has made no progress for longest, else the one under way for longest; null where none is too slow. */
  #slowest(now: number, client: string | null): Exchange | null {
    const { stallMs, holdMs } = this.#bounds;
    let [stalled, held]: (Exchange | null)[] = [null, null];
    let [stalledMs, heldMs] = [stallMs, holdMs];
    for (const [exchange, since] of this.#active) {
      if (client !== null && exchange.client !== client) continue;
      if (exchange.stalled(now) > stalledMs) [stalled, stalledMs] = [exchange, exchange.stalled(now)];
      if (now - since > heldMs) [held, heldMs] = [exchange, now - since];
    }
    return stalled ?? held ?? null;
  }
}

/** Made once: under attack a stack for each of thousands of refusals would cost more than all the rest of them. */
const cause = new Error('too many requests are under way');
const tooMany = () => unavailable(cause);
