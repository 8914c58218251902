/** How many messages a number has had on a day, and all together. Days are those of TIME_ZONE. */
import { lifetimes } from '@tma/contracts';
import { type Db, named, type Tx } from '@tma/kit';

const today = '(now() at time zone $1)::date';

/**
 * Counts a message of a kind to a number.
 * @param at when it is sent, where that is not now
 * @returns false, and nothing is counted, when it had `most` on that day
 */
export async function countFor(
  tx: Tx,
  zone: string,
  number: string,
  kind: string,
  most: number,
  at: Date | null = null,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    named(`insert into sms_counts as counted (day, number, kind)
     values ((coalesce($5::timestamptz, now()) at time zone $1)::date, $2, $3)
     on conflict (day, number, kind) do update set count = counted.count + 1 where counted.count < $4`),
    [zone, number, kind, most, at],
  );
  return rowCount === 1;
}

/** The same of all numbers. */
export async function countForAll(tx: Tx, zone: string, most: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    named(`insert into sms_days as counted (day) values (${today})
     on conflict (day) do update set count = counted.count + 1 where counted.count < $2`),
    [zone, most],
  );
  return rowCount === 1;
}

/** @returns the day, for the first who asks on it */
export async function firstToTell(tx: Tx, zone: string): Promise<string | null> {
  const { rows } = await tx.query<{ day: string }>(
    `update sms_days set told = true where day = ${today} and not told returning day::text`,
    [zone],
  );
  return rows[0]?.day ?? null;
}

/** Forgets what is too old to be asked for. */
export async function forgetCounts(db: Db): Promise<void> {
  const old = 'now() - make_interval(secs => $1)';
  await db.query(`delete from sms_counts where day < (${old})::date`, [lifetimes.smsCounts]);
  await db.query(`delete from sms_days where day < (${old})::date`, [lifetimes.smsCounts]);
  await db.query(`delete from sms_incoming where at < ${old}`, [lifetimes.smsCounts]);
  await db.query('delete from sms_codes where ends_at < now()');
}
