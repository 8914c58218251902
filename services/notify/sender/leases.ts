import type { Parts } from '@tma/kit';
import type { NotifyConfig } from '../config.ts';
import { type Delivery, renewLeases } from '../stores/deliveries.store.ts';

const renewMs = 2000;
/**
 * How long after its lease was asked for a mail may come to its end, which makes the server deliver it. What is left of the lease,
 * 4 s, is for the way there, the server's 250 and the record, should nothing be renewed from then on.
 */
const certainMs = 6000;

/** The leases of mails that are on their way to the server. While there are none, nothing is done. */
export interface Leases {
  /** Has them renewed until they are released. */
  hold(mails: readonly Delivery[]): void;
  /** Has them renewed no more. @returns once what they say of their leases is final; never rejects */
  release(mails: readonly Delivery[]): Promise<void>;
}

export function createLeases({ pool, log }: Pick<Parts<NotifyConfig>, 'log' | 'pool'>): Leases {
  const held = new Set<Delivery>();
  let timer: NodeJS.Timeout | undefined;
  let renewing: Promise<void> | undefined;

  function renew() {
    // Not while another is under way: which of the two came first in the database would not be known.
    renewing ??= renewLeases(pool, [...held])
      .catch((error: unknown) => log.warn({ err: error }, 'leases of mails could not be renewed; it is tried again'))
      .finally(() => {
        renewing = undefined;
      });
  }

  return {
    hold(mails) {
      for (const mail of mails) held.add(mail);
      timer ??= setInterval(renew, renewMs);
    },
    async release(mails) {
      for (const mail of mails) held.delete(mail);
      if (held.size === 0) {
        clearInterval(timer);
        timer = undefined;
      }
      await renewing;
    },
  };
}

/**
 * Whether nobody else can have leased these mails, nor will for 4 s, by a clock that only goes forward. Not of none: where a
 * digest has no mails left, somebody else has leased them.
 */
export const isCertain = (mails: readonly Delivery[]): boolean =>
  mails.length > 0 && mails.every(({ leasedAt }) => performance.now() - leasedAt < certainMs);
