import { execute, type Tx } from '@tma/kit';

/** Keeps whom a report is assigned to, null for nobody, unless something newer is known. @param at when that was said, RFC 3339 */
export const saveAssignment = (tx: Tx, reportId: string, assignee: string | null, at: string) =>
  execute(
    tx,
    `insert into assignments as known (report_id, assignee, at) values ($1, $2, $3)
     on conflict (report_id) do update set assignee = excluded.assignee, at = excluded.at where known.at <= excluded.at`,
    [reportId, assignee, at],
  );
