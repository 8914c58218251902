import { RequestRow } from '@tma/contracts';
import { type Db, firstRow, onlyRow } from '@tma/kit';
import type { Owned } from '../report/policy.ts';
import { reportColumns, residentColumns } from '../report/reports.store.ts';

/** What decides whether somebody may support a report. */
export interface Supportable extends Owned {
  issue: string;
  phase: string;
}

/** A report as it was read, without a lock. */
export interface Seen extends Supportable {
  id: string;
  supports: number;
  /** Whether the person supports it, and whether they were erased. */
  supported: boolean;
  erased: boolean;
}

export const readSupportable = (db: Db, id: string, userId: string): Promise<Seen | null> =>
  firstRow(
    db,
    `select id, user_id, tehsil, assignee, hidden, issue, phase, supports,
       exists (select from supports where report_id = reports.id and supports.user_id = $2) as supported,
       exists (select from people where people.id = $2 and erased) as erased
     from reports where id = $1`,
    [id, userId],
  );

interface Page {
  /** A JSON array. */
  json: string;
  /** The id of the page's last report when more follow. */
  next: string | null;
}

/** Reports that somebody supports, as they see them, newest first: ids are in the order of time. A hidden one is not in it. */
export const readSupported = (db: Db, userId: string, limit: number, before?: string): Promise<Page> =>
  onlyRow(
    db,
    `select coalesce(json_agg(seen order by page.id desc) filter (where place <= $3), '[]')::text as json,
       case when count(*) > $3 then (array_agg(page.id) filter (where place = $3))[1] end as next
     from (
       select ${reportColumns}, row_number() over (order by id desc) as place from reports
       where id in (select report_id from supports where user_id = $1 and ($2::uuid is null or report_id < $2)) and not hidden
       order by id desc limit $3::int + 1
     ) as page cross join lateral (select ${residentColumns(Object.keys(RequestRow.shape))}) as seen`,
    [userId, before ?? null, limit],
  );
