/**
 * The digests of overdue reports that were sent, and that are to be sent. A report is overdue when its due day is
 * before the given day. Duplicates are left out: the other report is in the digest.
 */
import type { EventData } from '@tma/contracts';
import { allRows, anyRow, type Db, onlyRow, onlyValue, type Tx } from '@tma/kit';
import { openProblems } from '../report/counts.store.ts';
import type { OwnRules } from '../report/due/rules.store.ts';
import { addresseeJson } from '../report/people/administrators.store.ts';

/** A digest that is dated more days ahead than this comes from a wrong clock, and does not prevent today's. */
const aheadDays = 7;
const keptDays = 30;
const listed = { digest: 20, escalation: 100 };

/** The day and time of day by the database's clock. @param at another moment than now */
export const readLocalTime = (db: Db, zone: string, at: Date | null): Promise<{ day: string; time: string }> =>
  onlyRow(
    db,
    `select to_char(moment, 'YYYY-MM-DD') as day, to_char(moment, 'HH24:MI') as time
     from (select coalesce($2::timestamptz, now()) at time zone $1 as moment) as local`,
    [zone, at],
  );

/** SQL: the administrators who get the digest of a tehsil: all but crew, who only hear of their own reports. */
const isMailed = "not disabled and role <> 'crew'";

/** SQL: the digests of this day that were sent, or of a later day if the clock was set back. */
const sentOf = (day: string) => `day between ${day}::date and ${day}::date + ${aheadDays}`;

/** Tehsils with overdue reports, recipients, and no digest of a day yet, with their change of that day's holidays. */
export const tehsilsToTell = (db: Db, day: string) =>
  allRows<{ tehsil: string; holidays: OwnRules['holidays'] }>(
    db,
    `select tehsil, (select coalesce(json_object_agg(day, name), '{}') from holidays
       where holidays.tehsil = offices.tehsil and day = $1) as holidays
     from (select distinct tehsil from administrators where ${isMailed}) as offices
     where not exists (select from digests where digests.tehsil = offices.tehsil and ${sentOf('$1')})
       and (select sum(reports) from ${openProblems} where open_problems.tehsil = offices.tehsil and due < $1) > 0
     order by tehsil`,
    [day],
  );

/** Notes that a tehsil's digest of a day is sent by this transaction. @returns false when it was sent before */
export const claimDigest = (tx: Tx, id: string, tehsil: string, day: string): Promise<boolean> =>
  anyRow(
    tx,
    `insert into digests (id, tehsil, day) select $1, $2, $3::date
     where not exists (select from digests where tehsil = $2 and ${sentOf('$3')})
     on conflict (tehsil, day) do nothing`,
    [id, tehsil, day],
  );

/**
 * SQL: a tehsil's open reports that were due before a day, the longest overdue first, so many at most. Those of each issue type and
 * status are found by an index that has due days: reports that ended are not read, however many there are.
 */
const longestOverdue = (tehsil: string, before: string, limit: number) => `
  select page.* from (
    select distinct issue, status from report_counts where tehsil = ${tehsil} and phase = 'open' and reports > 0
  ) as kind cross join lateral (
    select * from reports where tehsil = ${tehsil} and reports.issue = kind.issue and reports.status = kind.status
      and due < ${before} and duplicate_of is null
    order by due, created_at, id limit ${limit}
  ) as page order by due, created_at, id limit ${limit}`;

export const readDigest = (tx: Tx, tehsil: string, day: string): Promise<EventData<'DigestDue'>> =>
  onlyRow(
    tx,
    `select $1::text as tehsil, $2::date::text as day,
       (select coalesce(json_agg(${addresseeJson} order by name, id), '[]')
        from administrators where tehsil = $1 and ${isMailed}) as to,
       (select coalesce(sum(reports), 0)::int from ${openProblems} where tehsil = $1 and due < $2::date) as overdue,
       (select coalesce(json_agg(json_build_object('id', id, 'reference', reference, 'issue', issue, 'location', location,
          'due', due) order by due, created_at, id), '[]')
        from (${longestOverdue('$1', '$2::date', listed.digest)}) as oldest) as reports`,
    [tehsil, day],
  );

/** Whether the escalation of a day, which is for all tehsils, was not sent yet. */
export const isEscalationLeft = (db: Db, day: string): Promise<boolean> =>
  onlyValue(db, `select not exists (select from escalations where ${sentOf('$1')})`, [day]);

/** The same as `claimDigest` for all tehsils. */
export const claimEscalation = (tx: Tx, id: string, day: string): Promise<boolean> =>
  anyRow(
    tx,
    `insert into escalations (id, day) select $1, $2::date
     where not exists (select from escalations where ${sentOf('$2')})
     on conflict (day) do nothing`,
    [id, day],
  );

/** The changes of holidays by tehsils, from one day to another. */
export const readOwnHolidays = (db: Db, from: string, to: string) =>
  allRows<{ tehsil: string; holidays: OwnRules['holidays'] }>(
    db,
    `select tehsil, json_object_agg(day, name) as holidays from holidays
     where day between $1 and $2 group by tehsil`,
    [from, to],
  );

/** A day for each tehsil: reports that were due before it are escalated. */
export interface EscalationDays {
  /** For all other tehsils. */
  others: string;
  tehsils: readonly string[];
  days: readonly string[];
}

/** How many reports of each tehsil were due before its day, by name. */
export const countDueBefore = (db: Db, { others, tehsils, days }: EscalationDays) =>
  allRows<{ tehsil: string; overdue: number }>(
    db,
    `select tehsil, sum(reports)::int as overdue
     from ${openProblems} left join unnest($2::text[], $3::date[]) as own (tehsil, before) using (tehsil)
     where due < coalesce(before, $1::date) group by tehsil having sum(reports) > 0 order by tehsil`,
    [others, tehsils, days],
  );

/** The oldest reports of these tehsils that were due before the day of each, the longest overdue first. */
export const oldestDueBefore = (db: Db, names: readonly string[], { others, tehsils, days }: EscalationDays) =>
  allRows<EventData<'EscalationDue'>['reports'][number]>(
    db,
    `select oldest.id, reference, issue, location, due::text, tehsil
     from unnest($1::text[]) as given (name) left join unnest($3::text[], $4::date[]) as own (name, before) using (name)
     cross join lateral (${longestOverdue('name', 'coalesce(before, $2::date)', listed.escalation)}) as oldest
     order by due, created_at, oldest.id limit ${listed.escalation}`,
    [names, others, tehsils, days],
  );

/** Deletes the notes of digests that were sent over a month ago. */
export async function deleteOldDigests(db: Db): Promise<void> {
  await db.query(`delete from digests where at < now() - interval '${keptDays} days'`);
  await db.query(`delete from escalations where at < now() - interval '${keptDays} days'`);
}
