import type { Parts } from '@tma/kit';
import { renewLeases } from './deliveries.store.ts';
import type { Delivery } from './delivery.ts';

const renewMs = 2000;
/**
 * How long after its lease was asked for the end of a message, at which the server delivers it, may be sent. The rest of the lease,
 * 4 s, is for the way there, the server's answer and the record, if the lease is not renewed any more.
 */
const certainMs = 6000;

/** Renews the leases of messages that are on their way to the server. While there are none, nothing is done. */
export class Leases {
  readonly #pool: Parts['pool'];
  readonly #log: Parts['log'];
  readonly #held = new Set<Delivery>();
  #timer: NodeJS.Timeout | undefined;
  #renewal: Promise<void> | undefined;

  constructor({ pool, log }: Pick<Parts, 'log' | 'pool'>) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Renews the leases of these messages until they are released. */
  hold(deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) this.#held.add(delivery);
    this.#timer ??= setInterval(() => this.#renew(), renewMs);
  }

  /**
   * Stops renewing the leases of these messages. @returns once `leasedUntil` and `leasedAt` of each are final; never rejects
   */
  async release(deliveries: readonly Delivery[]): Promise<void> {
    for (const delivery of deliveries) this.#held.delete(delivery);
    if (this.#held.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    await this.#renewal;
  }

  #renew() {
    // Not while another is under way: which of the two came first in the database would not be known.
    this.#renewal ??= renewLeases(this.#pool, [...this.#held])
      .catch((error: unknown) =>
        this.#log.warn({ err: error }, 'leases of messages could not be renewed; it is tried again'),
      )
      .finally(() => {
        this.#renewal = undefined;
      });
  }
}

/**
 * Whether nobody else can have leased these messages, now or within 4 s, by a clock that never goes back. False if there are none:
 * a digest without messages has been leased by another sender.
 */
export const isCertain = (deliveries: readonly Delivery[]): boolean =>
  deliveries.length > 0 && deliveries.every(({ leasedAt }) => performance.now() - leasedAt < certainMs);
