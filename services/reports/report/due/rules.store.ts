/** What administrators changed of deadlines and holidays, and the lock that keeps these and due days in step. */
import { type Db, execute, firstRow, onlyValue, type Tx } from '@tma/kit';

/** What a tehsil's administrators changed. */
export interface OwnRules {
  /** Working days by issue type. */
  days: Readonly<Record<string, number>>;
  /** Names of holidays by day; null where a default one was taken away. */
  holidays: Readonly<Record<string, string | null>>;
}

/** The first of two numbers of an advisory lock, the second is the tehsil's; nothing else in this database uses it. */
const rulesLock = 7_610_011;
const key = (tehsil: string) => `${rulesLock}, hashtext(${tehsil})`;

/**
 * Locks the rules of a tehsil against changes until the transaction ends. Read the rules in a later statement, and lock the
 * report's row after this: whoever changes rules waits for due days that are being computed.
 */
export const lockRules = (tx: Tx, tehsil: string) =>
  execute(tx, `select pg_advisory_xact_lock_shared(${key('$1')})`, [tehsil]);

/** The same by a report's id. */
export const lockRulesOf = (tx: Tx, reportId: string) =>
  execute(tx, `select pg_advisory_xact_lock_shared(${key('tehsil')}) from reports where id = $1`, [reportId]);

/**
 * Waits until no due day is being computed, and makes new ones wait until the transaction ends. Fails with `55P03` after two
 * seconds.
 */
export async function lockRulesForChange(tx: Tx, tehsil: string): Promise<void> {
  await tx.query(`set local lock_timeout = '2s'`);
  await execute(tx, `select pg_advisory_xact_lock(${key('$1')})`, [tehsil]);
}

/** SQL: `OwnRules` of a tehsil, as JSON. */
const rules = (tehsil: string) => `json_build_object(
  'days', (select coalesce(json_object_agg(issue, days), '{}') from deadlines where deadlines.tehsil = ${tehsil}),
  'holidays', (select coalesce(json_object_agg(day, name), '{}') from holidays where holidays.tehsil = ${tehsil}))`;

export const readRules = (db: Db, tehsil: string): Promise<OwnRules> =>
  onlyValue(db, `select ${rules('$1')}`, [tehsil]);

/** What a report's due day is computed from; null when there is no such report. */
export const readDueBasis = (tx: Tx, reportId: string) =>
  firstRow<{ issue: string; createdAt: Date; rules: OwnRules }>(
    tx,
    `select issue, created_at as "createdAt", ${rules('reports.tehsil')} as rules from reports where id = $1`,
    [reportId],
  );

export const saveDeadline = (tx: Tx, tehsil: string, issue: string, days: number): Promise<void> =>
  execute(
    tx,
    `insert into deadlines (tehsil, issue, days) values ($1, $2, $3)
     on conflict (tehsil, issue) do update set days = excluded.days`,
    [tehsil, issue, days],
  );

/** @param name null where a default holiday is taken away */
export const saveHoliday = (tx: Tx, tehsil: string, day: string, name: string | null): Promise<void> =>
  execute(
    tx,
    `insert into holidays (tehsil, day, name) values ($1, $2, $3)
     on conflict (tehsil, day) do update set name = excluded.name`,
    [tehsil, day, name],
  );

/** A day follows the default again. */
export const deleteHoliday = (tx: Tx, tehsil: string, day: string): Promise<void> =>
  execute(tx, 'delete from holidays where tehsil = $1 and day = $2', [tehsil, day]);
