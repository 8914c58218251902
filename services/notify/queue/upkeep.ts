import { inBatches, type Parts, type Pool, repeat } from '@tma/kit';
import { deleteOldDeliveries, forgetRecipients } from './upkeep.store.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
/** The size of a batch, small enough to hold nothing up. */
const batch = 5000;

export const deleteAllOld = (pool: Pool) => inBatches(batch, (limit) => deleteOldDeliveries(pool, limit));

/** Deletes the recipients of old messages. */
export const forgetAllRecipients = (pool: Pool) => inBatches(batch, (limit) => forgetRecipients(pool, limit));

/** Does the one every hour, the other every minute. @returns what stops each */
export const startUpkeep = ({ pool, log }: Pick<Parts, 'pool' | 'log'>) => [
  repeat(hourMs, () => deleteAllOld(pool), log, 'old messages could not be deleted; it is tried again'),
  repeat(
    minuteMs,
    () => forgetAllRecipients(pool),
    log,
    'recipients of messages could not be forgotten; it is tried again',
  ),
];
