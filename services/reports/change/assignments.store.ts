/** Reports of administrators who are gone. */
import { allRows, type Tx } from '@tma/kit';
import type { LockedReport } from '../report/locks.store.ts';

/** A report that is nobody's now, and since when. */
type Unassigned = Pick<LockedReport, 'id' | 'reference' | 'issue' | 'location' | 'tehsil' | 'due'> & { at: Date };

/**
 * Open reports of administrators who were disabled, or moved to another tehsil, become nobody's; their history says that the
 * portal did it. One statement, so that the counts are locked after the reports, which are locked in the order of ids.
 * @param administrator of this one alone; null for all
 * @returns these, `limit` at most
 */
export const unassignReports = (tx: Tx, administrator: string | null, limit: number): Promise<Unassigned[]> =>
  allRows(
    tx,
    `with left_behind as (
       select reports.id from open_by_assignee as kept
       join administrators as known on known.id = kept.assignee
       join reports on reports.tehsil = kept.tehsil
         and coalesce(reports.assignee, '00000000-0000-0000-0000-000000000000'::uuid) = kept.assignee
       where kept.reports > 0 and ($2::uuid is null or kept.assignee = $2)
         and reports.phase = 'open' and (known.disabled or known.tehsil <> kept.tehsil)
       order by reports.id limit $1 for no key update of reports
     ), freed as (
       update reports set assignee = null, version = version + 1, updated_at = moment(reports.id)
       from left_behind where reports.id = left_behind.id returning reports.*
     ), entries as (
       insert into history (report_id, at, kind, status, schedule, made_by)
       select id, updated_at, 'assigned', status, schedule, 'portal' from freed
     )
     select id, reference, issue, location, tehsil, due::text, updated_at as at from freed order by id`,
    [limit, administrator],
  );
