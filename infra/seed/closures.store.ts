import type pg from 'pg';

/** Lets the time to answer a report's closure be over: the service notes within a minute that nobody answered. */
export async function lapse(reports: pg.ClientBase, reportId: string): Promise<void> {
  await reports.query(
    `update closures set claimed_at = claimed_at - interval '1 day', answer_by = now()
     where report_id = $1 and state = 'claimed'`,
    [reportId],
  );
}
