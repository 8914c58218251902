import { counted } from '@tma/contracts';
import type { Db, Tx } from '@tma/kit';
import type { State } from './change.ts';
import type { Submission } from './submission.ts';

interface Row extends Submission {
  id: string;
  reference: string;
  userId: string;
  email: string;
  image: string;
  document: string | null;
  at: Date;
}

/**
 * Notes which report a person's key made, unless it made one in the last 24 hours. Waits for another transaction that
 * does the same. @returns the id of the report that the key stands for
 */
export async function claimKey(tx: Tx, userId: string, key: string, reportId: string): Promise<string> {
  const { rows } = await tx.query<{ report_id: string }>(
    `insert into idempotency_keys as known (user_id, key, report_id) values ($1, $2, $3)
     on conflict (user_id, key) do update set
       report_id = case when known.created_at < now() - interval '24 hours' then excluded.report_id else known.report_id end,
       created_at = case when known.created_at < now() - interval '24 hours' then now() else known.created_at end
     returning report_id`,
    [userId, key, reportId],
  );
  return rows[0]?.report_id ?? reportId;
}

/** Forgets keys that stand for nothing any more. */
export async function forgetKeys(db: Db): Promise<void> {
  await db.query("delete from idempotency_keys where created_at < now() - interval '25 hours'");
}

export async function insertReport(tx: Tx, row: Row): Promise<void> {
  await tx.query(
    `insert into reports (id, reference, user_id, reporter_name, reporter_email, issue, location, description, tehsil,
       status, schedule, image, document, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
    [
      row.id,
      row.reference,
      row.userId,
      row.name,
      row.email,
      row.issue,
      row.location,
      row.description,
      row.tehsil,
      row.status,
      row.schedule,
      row.image,
      row.document,
      row.at,
    ],
  );
}

export async function insertChange(
  tx: Tx,
  reportId: string,
  at: Date,
  state: State,
  by: 'resident' | 'administration',
) {
  await tx.query('insert into report_changes (report_id, at, status, schedule, made_by) values ($1, $2, $3, $4, $5)', [
    reportId,
    at,
    state.status,
    state.schedule,
    by,
  ]);
}

export interface Locked extends State {
  id: string;
  reference: string;
  issue: string;
  tehsil: string;
  version: number;
  resolved: boolean;
  user_id: string | null;
  reporter_name: string;
  reporter_email: string | null;
}

/** A report of a tehsil, locked against other changes until the transaction ends. */
export async function lockReport(tx: Tx, id: string, tehsil: string): Promise<Locked | null> {
  const { rows } = await tx.query<Locked>(
    `select id, reference, issue, tehsil, status, schedule::text, version, resolved, user_id, reporter_name, reporter_email
     from reports where id = $1 and tehsil = $2 for update`,
    [id, tehsil],
  );
  return rows[0] ?? null;
}

/** Writes a report's new state; a closed one stays known as resolved. */
export async function changeReport(tx: Tx, id: string, { status, schedule }: State, at: Date): Promise<void> {
  await tx.query(
    `update reports set status = $2, schedule = $3, resolved = resolved or $5, version = version + 1,
       updated_at = greatest($4, updated_at)
     where id = $1`,
    [id, status, schedule, at, status === counted.completed],
  );
}

/** Takes a person out of their reports, which stay. */
export async function eraseReporter(tx: Tx, userId: string): Promise<void> {
  await tx.query('delete from idempotency_keys where user_id = $1', [userId]);
  await tx.query(
    `update reports set user_id = null, reporter_name = 'Deleted user', reporter_email = null, document = null,
       version = version + 1
     where user_id = $1`,
    [userId],
  );
}
