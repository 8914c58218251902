/** Who supports a report. The report's row is locked before any of it is written; it counts them. */
import { defaultLanguage, type EventData } from '@tma/contracts';
import { allRows, anyRow, type Db, onlyRow, type Tx } from '@tma/kit';

type Addressee = EventData<'SupportersTold'>['to'][number];

export interface Support {
  reportId: string;
  userId: string;
  name: string;
  email: string;
  /** The duplicate whose reporter they are; absent where they chose to support the report. */
  byDuplicate?: string;
}

/** @returns whether they did not support it before */
export const insertSupport = (tx: Tx, { reportId, userId, name, email, byDuplicate }: Support): Promise<boolean> =>
  anyRow(
    tx,
    `insert into supports (report_id, user_id, name, email, by_duplicate) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [reportId, userId, name, email, byDuplicate ?? null],
  );

/** @param byDuplicate only if they support it as the reporter of this duplicate. @returns whether they supported it */
export const deleteSupport = (tx: Tx, reportId: string, userId: string, byDuplicate: string | null): Promise<boolean> =>
  anyRow(tx, `delete from supports where report_id = $1 and user_id = $2 and ($3::uuid is null or by_duplicate = $3)`, [
    reportId,
    userId,
    byDuplicate,
  ]);

/** Notes that a reporter supports the report by another duplicate of theirs than this one. @returns false where they have no other */
export const passSupport = (tx: Tx, reportId: string, userId: string, byDuplicate: string): Promise<boolean> =>
  anyRow(
    tx,
    `update supports set by_duplicate = other.id
     from (select id from reports where duplicate_of = $1 and user_id = $2 and id <> $3 limit 1) as other
     where report_id = $1 and user_id = $2 and by_duplicate = $3`,
    [reportId, userId, byDuplicate],
  );

export const isSupporter = (db: Db, reportId: string, userId: string): Promise<boolean> =>
  anyRow(db, 'select from supports where report_id = $1 and user_id = $2', [reportId, userId]);

/**
 * Counts one more or one less. The version stays, so that no administrator's change is refused for it; once nobody supports the report
 * any more it grows, so that a version never stands for two rows that nobody supports.
 * @returns how many there are then
 */
export const countSupport = (tx: Tx, reportId: string, change: 1 | -1) =>
  onlyRow<{ reference: string; tehsil: string; supports: number }>(
    tx,
    `update reports set supports = supports + $2, version = version + (supports + $2 = 0)::int
     where id = $1 returning reference, tehsil, supports`,
    [reportId, change],
  );

/** Who supports a report, by id. @param ofChange without reporters of duplicates, who are told of their own reports */
export const readSupporters = (tx: Tx, reportId: string, ofChange: boolean): Promise<Addressee[]> =>
  allRows(
    tx,
    `select user_id as id, name, coalesce(people.email, supports.email) as email,
       coalesce(people.language, '${defaultLanguage}') as language
     from supports left join people on people.id = user_id
     where report_id = $1 and not ($2 and exists (
       select from reports where duplicate_of = $1 and reports.user_id = supports.user_id))
     order by user_id`,
    [reportId, ofChange],
  );
