import type { Parts } from '@tma/kit';
import { renewLeases } from './deliveries.store.ts';
import type { Delivery } from './delivery.ts';

const renewMs = 2000;
/**
 * How long after its lease was asked for a message may come to its end, which makes the server deliver it. What is left of the
 * lease, 4 s, is for the way there, the server's answer and the record, should nothing be renewed from then on.
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

  /** Has them renewed until they are released. */
  hold(deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) this.#held.add(delivery);
    this.#timer ??= setInterval(() => this.#renew(), renewMs);
  }

  /** Has them renewed no more. @returns once what they say of their leases is final; never rejects */
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
        this.#log.warn({ err: error }, 'leases of mails could not be renewed; it is tried again'),
      )
      .finally(() => {
        this.#renewal = undefined;
      });
  }
}

/**
 * Whether nobody else can have leased these messages, nor will for 4 s, by a clock that only goes forward. Not of none: where a
 * digest has no messages left, somebody else has leased them.
 */
export const isCertain = (deliveries: readonly Delivery[]): boolean =>
  deliveries.length > 0 && deliveries.every(({ leasedAt }) => performance.now() - leasedAt < certainMs);
