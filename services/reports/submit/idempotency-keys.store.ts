import { lifetimes } from '@tma/contracts';
import { type Db, firstValue, onlyValue, type Tx } from '@tma/kit';
import { ownReportJson, type SeenByResident } from '../report/reports.store.ts';

/**
 * Claims a person's Idempotency-Key for a report, unless it belongs to another one that is younger than
 * `lifetimes.idempotencyKey`. Locks the key: a transaction that claims the same one waits for this one to end.
 * @returns whether the key belongs to `reportId` now
 */
export async function claimKey(tx: Tx, userId: string, key: string, reportId: string): Promise<boolean> {
  const standsFor = await onlyValue<string>(
    tx,
    `insert into idempotency_keys as known (user_id, key, report_id) values ($1, $2, $3)
     on conflict (user_id, key) do update set
       report_id = case when known.created_at < now() - make_interval(secs => $4) then excluded.report_id else known.report_id end,
       created_at = case when known.created_at < now() - make_interval(secs => $4) then now() else known.created_at end
     returning report_id`,
    [userId, key, reportId, lifetimes.idempotencyKey],
  );
  return standsFor === reportId;
}

/** The report of a person's key, as they see it; null when the key is unknown or has expired. */
export const findReportByKey = (db: Db, userId: string, key: string): Promise<SeenByResident | null> =>
  firstValue(
    db,
    `select ${ownReportJson} from reports where id = (
       select report_id from idempotency_keys
       where user_id = $1 and key = $2 and created_at >= now() - make_interval(secs => $3))`,
    [userId, key, lifetimes.idempotencyKey],
  );

export const deleteExpiredKeys = (db: Db) =>
  db.query('delete from idempotency_keys where created_at < now() - make_interval(secs => $1)', [
    lifetimes.idempotencyKey,
  ]);
