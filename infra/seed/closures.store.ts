import type pg from 'pg';

/**
 * Lets the time to answer a report's closure be over: the service notes within a minute that nobody answered. When it was closed stays:
 * by that the signed log finds the closing's entry.
 */
export async function lapse(reports: pg.ClientBase, reportId: string): Promise<void> {
  await reports.query(`update closures set answer_by = now() where report_id = $1 and state = 'claimed'`, [reportId]);
}
