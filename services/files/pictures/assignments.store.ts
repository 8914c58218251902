import { named, type Tx } from '@tma/kit';

/** Keeps whom a report is assigned to; null for nobody. */
export async function saveAssignment(tx: Tx, reportId: string, assignee: string | null): Promise<void> {
  if (assignee === null) await tx.query(named('delete from assignments where report_id = $1'), [reportId]);
  else
    await tx.query(
      named(`insert into assignments (report_id, assignee) values ($1, $2)
       on conflict (report_id) do update set assignee = excluded.assignee`),
      [reportId, assignee],
    );
}
