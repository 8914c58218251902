/** How many messages one number, and all numbers together, had on a day of TIME_ZONE, and which messages from telephones came. */
import { lifetimes } from '@tma/contracts';
import { anyRow, type Db, execute, firstValue, type Tx } from '@tma/kit';

const today = '(now() at time zone $1)::date';

/**
 * Counts a message of a kind to a number.
 * @param at when it is sent, where that is not now
 * @returns false, and nothing is counted, when it had `most` on that day
 */
export const countFor = (tx: Tx, zone: string, number: string, kind: string, most: number, at: Date | null = null) =>
  anyRow(
    tx,
    `insert into sms_counts as counted (day, number, kind)
     values ((coalesce($5::timestamptz, now()) at time zone $1)::date, $2, $3)
     on conflict (day, number, kind) do update set count = counted.count + 1 where counted.count < $4`,
    [zone, number, kind, most, at],
  );

/** The same of all numbers. */
export const countForAll = (tx: Tx, zone: string, most: number) =>
  anyRow(
    tx,
    `insert into sms_days as counted (day) values (${today})
     on conflict (day) do update set count = counted.count + 1 where counted.count < $2`,
    [zone, most],
  );

/** @returns the day, for the first who asks on it */
export const firstToTell = (tx: Tx, zone: string) =>
  firstValue<string>(tx, `update sms_days set told = true where day = ${today} and not told returning day::text`, [
    zone,
  ]);

/** Notes a message from a telephone, by Kannel's id. @returns false when it came before */
export const noteIncoming = (tx: Tx, id: string) =>
  anyRow(tx, 'insert into sms_incoming (id) values ($1) on conflict do nothing', [id]);

/** Deletes counts of past days that no limit needs. */
export async function forgetCounts(db: Db): Promise<void> {
  const old = 'now() - make_interval(secs => $1)';
  await execute(db, `delete from sms_counts where day < (${old})::date`, [lifetimes.smsCounts]);
  await execute(db, `delete from sms_days where day < (${old})::date`, [lifetimes.smsCounts]);
  await execute(db, `delete from sms_incoming where at < ${old}`, [lifetimes.smsCounts]);
  await execute(db, 'delete from sms_codes where ends_at < now()');
}
