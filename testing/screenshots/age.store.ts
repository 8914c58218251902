import type pg from 'pg';

/**
 * Makes a new report older, as if it had come in and been due on earlier days. Its id keeps the time of today, which the pages
 * count on where they read one report again: such a one is for looking at only. @param due `YYYY-MM-DD`
 */
export async function age(reports: pg.ClientBase, id: string, days: number, due: string): Promise<void> {
  await reports.query(
    `with older as (update reports set created_at = created_at - interval '1 day' * $2, due = $3 where id = $1)
     update history set at = at - interval '1 day' * $2 where report_id = $1`,
    [id, days, due],
  );
}
