import type { Db } from '@tma/kit';

/** The outbox's events about one subject, oldest first. */
export async function findOutboxEvents(db: Db, subject: string) {
  const { rows } = await db.query<{ topic: string; payload: { type: string; data: unknown } }>(
    'select topic, payload::json as payload from outbox where key = $1 order by position',
    [subject],
  );
  return rows;
}
