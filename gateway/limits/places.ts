import { AsyncLocalStorage } from 'node:async_hooks';
import { type HttpError, unavailable } from '@tma/kit';
import { Bag } from './bag.ts';
import type { Exchange, Held } from './exchange.ts';

interface Bounds {
  /** How many are under way at once. */
  total: number;
  /** Of these, by one client. */
  client: number;
  /** How many wait. */
  waiting: number;
  /** Milliseconds that one waits. */
  waitMs: number;
  /** Milliseconds for which a caller may keep an exchange waiting while another waits for its place. */
  stallMs: number;
  /** Milliseconds for which one may be under way while another waits, however it goes on. */
  holdMs: number;
}

type Ready = (error?: HttpError) => void;

/**
 * A limited number of exchanges under way. Where all places are taken a request waits for one; it gets that of a caller who
 * does not go on, or who goes on for too long. The last to come is served first: so many that all wait long are an attack, and who attacks has come first.
 */
export class Places {
  readonly #bounds: Bounds;
  readonly #held = new Bag<Held>();
  /** How many each client has of these. */
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Map<Exchange, { since: number; ready: Ready }>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** @param ready called when the exchange has a place, or with a 503; what is over needs none */
  take(exchange: Exchange, ready: Ready) {
    if (exchange.isOver) return ready();
    const now = Date.now();
    if (this.#findRoom(exchange, now)) {
      this.#hold(exchange);
      return ready();
    }
    const [longest] = this.#waiting.keys();
    if (longest && this.#waiting.size === this.#bounds.waiting) this.#refuse(longest);
    // It goes on in its own trace, whoever makes room for it.
    this.#waiting.set(exchange, { since: now, ready: AsyncLocalStorage.bind(ready) });
  }

  /** Ends an exchange's place, or its wait for one. */
  release(exchange: Exchange) {
    this.#waiting.delete(exchange);
    if (!this.#remove(exchange)) return;
    const next = this.#newestFirst().find((waiting) => this.#hasRoom(waiting));
    if (next) this.#grant(next);
  }

  /** Gives to those who wait what callers who do not go on have kept, and refuses those who have waited for too long. */
  settle(now: number) {
    for (const exchange of this.#newestFirst()) {
      if (!this.#waiting.has(exchange)) continue;
      if (this.#findRoom(exchange, now)) this.#grant(exchange);
      else if (now - (this.#waiting.get(exchange)?.since ?? now) >= this.#bounds.waitMs) this.#refuse(exchange);
    }
  }

  #newestFirst = () => [...this.#waiting.keys()].reverse();

  #grant(exchange: Exchange) {
    const waiting = this.#waiting.get(exchange);
    this.#waiting.delete(exchange);
    this.#hold(exchange);
    waiting?.ready();
  }

  #refuse(exchange: Exchange) {
    const waiting = this.#waiting.get(exchange);
    this.#waiting.delete(exchange);
    waiting?.ready(tooMany());
  }

  #hold(exchange: Exchange) {
    const held = { of: this, exchange, since: Date.now(), position: -1 };
    exchange.held.push(held);
    this.#held.add(held);
    this.#counts.set(exchange.client, this.#countOf(exchange) + 1);
  }

  #remove(exchange: Exchange): boolean {
    const at = exchange.held.findIndex(({ of }) => of === this);
    const [held] = at === -1 ? [] : exchange.held.splice(at, 1);
    if (!held) return false;
    this.#held.delete(held);
    const count = this.#countOf(exchange) - 1;
    if (count === 0) this.#counts.delete(exchange.client);
    else this.#counts.set(exchange.client, count);
    return true;
  }

  #countOf = ({ client }: Exchange) => this.#counts.get(client) ?? 0;

  #hasRoom = (exchange: Exchange) =>
    this.#held.size < this.#bounds.total && this.#countOf(exchange) < this.#bounds.client;

  /** Whether there is room for an exchange, or was made by giving up another. */
  #findRoom(exchange: Exchange, now: number): boolean {
    if (this.#hasRoom(exchange)) return true;
    const isOwn = this.#countOf(exchange) >= this.#bounds.client;
    const found = this.#longest(now, isOwn ? exchange.client : null);
    if (!found) return false;
    this.#remove(found);
    found.giveUp(tooMany());
    return true;
  }

  /** The one that its caller has kept waiting longest, else the one that has lasted longest; null where none is too long. */
  #longest(now: number, client: string | null): Exchange | null {
    const { stallMs, holdMs } = this.#bounds;
    let [stalled, lasted]: (Exchange | null)[] = [null, null];
    let [stalledMs, lastedMs] = [stallMs, holdMs];
    for (const { exchange: held, since } of this.#held) {
      if (client !== null && held.client !== client) continue;
      if (held.stalled(now) > stalledMs) [stalled, stalledMs] = [held, held.stalled(now)];
      if (now - since > lastedMs) [lasted, lastedMs] = [held, now - since];
    }
    return stalled ?? lasted ?? null;
  }
}

/** Made once: to log it with a stack of its own for each of thousands would take longer than all else that is done for them. */
const cause = new Error('too many requests are under way');
const tooMany = () => unavailable(cause);
